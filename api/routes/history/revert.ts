import { z } from 'zod'
import { reverters } from '../../../commands/authorise.ts'
import { previewOf } from '../../../commands/revert/preview.ts'
import { revertSchema } from '../../../commands/revert/revert.ts'
import { Rejected } from '../../../domain/rejected.ts'
import type { Resource } from '../../../domain/resource.ts'
import type { Goal } from '../../../domain/revert/plan.ts'
import { messageSchema } from '../../body/fields.ts'
import { readSent } from '../../body/sent.ts'
import { sizeOf } from '../../body/size.ts'
import type { Services } from '../../server/services.ts'
import { type Route, route, signedIn } from '../../server/route.ts'
import { idParams, whole, writeSchema } from '../../wire/wire.ts'
import { runWrite } from '../../writes/write.ts'
import { storyOf } from './story.ts'

const versions = z
  .string()
  .regex(/^\d{1,9}(,\d{1,9}){0,999}$/, '{name} are versions, joined by commas.')
  .transform((text) => [...new Set(text.split(',').map(Number))])

const goalQuery = z.object({ version: whole(0, 999_999_999).optional(), without: versions.optional() })

const goalOf = ({ version, without }: z.output<typeof goalQuery>, latest: number): Goal => {
  if ((version === undefined) === (without === undefined))
    throw new Rejected('Say which version to go back to, or which versions to leave out.', 'validation')
  const last = Math.max(...(without ?? [version ?? 0]))
  if (last > latest)
    throw new Rejected('There is no version {version} of this record.', 'missing', { values: { version: last } })
  return without === undefined ? { version: version ?? 0 } : { without }
}

const part = z.object({ name: z.string(), from: z.unknown(), to: z.unknown() })

const previewSchema = z.object({
  version: z.number(),
  changes: z.array(part.extend({ problem: messageSchema.nullable() })),
  contested: z.array(
    z.object({ name: z.string(), before: z.unknown(), base: z.unknown(), now: z.unknown(), isChoice: z.boolean() }),
  ),
  secrets: z.array(z.string()),
  problem: messageSchema.nullable(),
})

/** Taking back: what it would do, and doing it. */
export const revertRoutes = (services: Services, resource: Resource): Route[] => [
  route({
    method: 'GET',
    url: `/${resource.name}/:id/revert`,
    audience: { anyOf: reverters(resource), besides: `r-${resource.area}` },
    summary: `What it would change to take one of the ${resource.plural} back to a version, or to leave versions out`,
    params: idParams,
    query: goalQuery,
    response: z.object({ data: previewSchema }),
    handler: async ({ params, query, session }) => {
      const { actor, perms } = signedIn({ session })
      const { id } = params
      const loaded = await storyOf(services, signedIn({ session }), resource, id)
      const goal = goalOf(query, loaded.state.version)
      const command = { resource, verb: 'revert', id, actor, perms, commandId: '', sent: goal }
      return { data: await previewOf(services.dispatch, command, loaded, goal) }
    },
  }),
  route({
    method: 'POST',
    url: `/${resource.name}/:id/revert`,
    audience: { anyOf: reverters(resource) },
    summary: `Take one of the ${resource.plural} back to a version, or leave versions out`,
    params: idParams,
    sends: revertSchema,
    takes: sizeOf(resource),
    response: writeSchema,
    handler: async (call) => runWrite(services, call, resource, 'revert', call.params.id, await readSent(call.request)),
  }),
]
