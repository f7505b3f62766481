import { z } from 'zod'
import { textOf } from '../../../domain/json.ts'
import { spoken } from '../../../domain/message.ts'
import { noSuchRecord, Rejected } from '../../../domain/rejected.ts'
import { configuration, configurationId } from '../../../domain/resources/configuration.ts'
import { post } from '../../../domain/resources/post.ts'
import { receipt } from '../../../domain/resources/receipt.ts'
import { readFields } from '../../body/fields.ts'
import { nothingSent } from '../../body/sent.ts'
import { type Call, type Route, route, signedIn } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'
import { idParams, writeSchema } from '../../wire/wire.ts'
import { runWrite } from '../../writes/write.ts'
import { storyRoutes } from '../history/history.ts'

const number = z.int('{name} is a whole number').min(1, '{name} is a whole number').max(2_147_483_647)
const seen = z.object({ round: number, version: number })

const toReadSchema = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  last_day: z.string().nullable(),
  round: z.number(),
  version: z.number(),
  receipt: z.number().nullable(),
  read_at: z.string().nullable(),
})

const thanks = spoken({ id: 'Thank you. It is noted that you have read it.', values: {} })
const takenBack = spoken({ id: 'It is taken back: you are asked to read it.', values: {} })

const isOn = async ({ records }: Pick<Services, 'records'>): Promise<boolean> =>
  (await records.find(configuration, String(configurationId), 'staff'))?.must_read === true

/** Thanks for it, also where it was said already. */
const orSaid = async (run: () => Promise<unknown>): Promise<unknown> => {
  try {
    return Object.assign({}, await run(), thanks)
  } catch (error) {
    const isSaid = error instanceof Rejected && error.problems?.some(({ property }) => property === 'said')
    if (!isSaid) throw error
    return { type: 'success', name: receipt.name, ...thanks, position: null }
  }
}

/** One receipt for each employee and round: whoever says it again, or in two tabs at once, has said it. */
const giveReceipt = async (services: Services, call: Call, id: number): Promise<unknown> => {
  const { round, version } = await readFields(call.request, seen)
  const found = await services.records.portalRecord(post, String(id))
  if (!found) throw noSuchRecord(post)
  const { actor } = signedIn(call)
  const sent = { ...nothingSent, fingerprint: `${id} ${round} ${version}` }
  const supplied = {
    said: `${id}.${round}.${actor.id}`,
    post: id,
    post_name: textOf(found.name),
    round,
    post_version: version,
  }
  return orSaid(() => runWrite(services, call, receipt, 'create', undefined, sent, { supplied }))
}

const takeBack = async (services: Services, call: Call, id: number): Promise<unknown> =>
  Object.assign({}, await runWrite(services, call, receipt, 'delete', id, nothingSent), takenBack)

/** Says it again as it was said: with its moment, and in the words that were seen then. */
const undo = (services: Services, call: Call, id: number): Promise<unknown> =>
  orSaid(() =>
    runWrite(services, call, receipt, 'revert', id, nothingSent, {
      fieldsOn: ({ status, version }) => ({ version: status === 'deleted' ? version - 1 : version }),
    }),
  )

/** What employees are asked to read, and how they say that they have. */
export const receiptRoutes = (services: Services): Route[] => [
  route({
    method: 'GET',
    url: '/utility/to_read',
    audience: 'employee',
    summary: 'The posts that one is asked to read, first those that one has not',
    response: z.object({ data: z.array(toReadSchema) }),
    handler: async (call) => {
      if (!(await isOn(services))) return { data: [] }
      const rows = await services.records.postsToRead(signedIn(call).actor.id, await services.timeZone())
      return { data: rows.map(({ read_at: at, ...row }) => ({ ...row, read_at: at?.toISOString() ?? null })) }
    },
  }),
  route({
    method: 'POST',
    url: '/post/:id/receipt',
    audience: 'employee',
    summary: 'Say that one has read a post, in the round and the version that one saw; once',
    params: idParams,
    sends: seen,
    response: writeSchema,
    handler: (call) => giveReceipt(services, call, call.params.id),
  }),
  route({
    method: 'DELETE',
    url: '/receipt/:id',
    audience: 'employee',
    summary: 'Take back that one has read a post, while it is asked',
    params: idParams,
    response: writeSchema,
    handler: (call) => takeBack(services, call, call.params.id),
  }),
  route({
    method: 'POST',
    url: '/receipt/:id/undo',
    audience: 'employee',
    summary: 'Say again that one has read a post, as it was before one took it back',
    params: idParams,
    response: writeSchema,
    handler: (call) => undo(services, call, call.params.id),
  }),
  ...storyRoutes(services, receipt),
]
