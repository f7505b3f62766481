import { z } from 'zod'
import { reverters } from '../../../commands/authorise.ts'
import { previewOf } from '../../../commands/revert/preview.ts'
import { messageOfRefusal } from '../../../commands/refusal.ts'
import type { Message } from '../../../domain/message.ts'
import { Rejected } from '../../../domain/rejected.ts'
import type { Resource } from '../../../domain/resource.ts'
import type { Goal } from '../../../domain/revert/plan.ts'
import { messageSchema } from '../../body/fields.ts'
import { belongs, type Session } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'
import { storyOf } from './story.ts'

const change = z.object({ name: z.string(), from: z.unknown(), to: z.unknown(), problem: messageSchema.nullable() })

/** What taking something back would do to one record; `problem` says why nothing of it can be. */
export const recordSchema = z.object({
  resource: z.string(),
  id: z.number(),
  name: z.string().nullable(),
  version: z.number(),
  changes: z.array(change),
  /** Parts that others changed since: they stay. */
  kept: z.array(z.string()),
  problem: messageSchema.nullable(),
})

export type RecordPreview = z.output<typeof recordSchema>

/** True for whoever may read records of a resource and take something of them back; each part asks for its own right besides. */
export const mayLook = (resource: Resource, session: Session): boolean =>
  resource.area !== null &&
  resource.events.revert !== undefined &&
  belongs(session, { anyOf: reverters(resource), besides: `r-${resource.area}` })

/** What is taken back of a record: the parts that nothing stands in the way of. */
export const partsOf = ({ changes }: Pick<RecordPreview, 'changes'>): string[] =>
  changes.filter(({ problem }) => problem === null).map(({ name }) => name)

type Story = Awaited<ReturnType<typeof storyOf>>

/** A record with what would be taken back of it. `goalOf` says what that is, null for nothing. */
export const previewRecord = async (
  services: Services,
  session: Session,
  { resource, id }: { resource: Resource; id: number },
  goalOf: (story: Story) => Goal | null,
): Promise<(RecordPreview & { goal: Goal | null }) | null> => {
  const { actor, perms } = session
  const name = (await services.records.labels(resource, [id])).get(id) ?? null
  const refused = (problem: Message, version: number) => ({
    resource: resource.name,
    id,
    name,
    version,
    changes: [],
    kept: [],
    goal: null,
    problem,
  })
  let version = 0
  try {
    const story = await storyOf(services, session, resource, id)
    version = story.state.version
    const goal = goalOf(story)
    if (goal === null) return null
    const command = { resource, verb: 'revert', id, actor, perms, commandId: '', sent: goal }
    const { changes, contested, problem } = await previewOf(services.dispatch, command, story, goal)
    const kept = contested.map((one) => one.name)
    // It is like that already.
    if (changes.length === 0 && kept.length === 0 && problem === null) return null
    return { resource: resource.name, id, name, version, changes: [...changes], kept, problem, goal }
  } catch (error) {
    if (!(error instanceof Rejected)) throw error
    return refused(messageOfRefusal(error) ?? { id: error.id, values: error.values }, version)
  }
}
