import { picking } from '../domain/fields/walk.ts'
import type { RecordState, Resource } from '../domain/resource.ts'
import type { Log } from '../event-store/log.ts'
import type { Command, Outcome, Span } from './command.ts'
import type { PendingCommand } from './decide-on.ts'
import { type Loaded, loadRecord } from './record.ts'

const ownPictures = picking(({ kind, isPersonal }) => kind === 'picture' && isPersonal)

const releasedBetween = ({ fields }: Resource, before: RecordState, after: RecordState): number[] =>
  Object.keys(ownPictures(fields)).flatMap((name) => {
    const id = before.values[name]
    return typeof id === 'number' && after.values[name] !== id ? [id] : []
  })

/** What came of a command; without `before` it changed nothing now. */
export const outcomeOf = (
  { command, removed }: PendingCommand,
  state: RecordState,
  position: bigint | null,
  span: Span | null,
  before = state,
): Outcome => ({
  id: state.id,
  slug: command.resource.slug ? (state.slugs.at(-1) ?? null) : null,
  version: state.version,
  position,
  span,
  state,
  removed,
  released: releasedBetween(command.resource, before, state),
})

/** What came of an earlier try whose append has reached the log although its answer was lost; null when there was none. */
export const earlierOutcome = (pending: PendingCommand, { state, events }: Loaded): Outcome | null => {
  const done = events.filter((event) => event.meta.commandId === pending.command.commandId)
  const [first, last] = [done[0], done.at(-1)]
  return first && last
    ? outcomeOf(pending, state, last.position, { from: first.revision, to: last.revision + 1 })
    : null
}

/** What an earlier try of a command has done, looked for before what this one may be refused for since; null when there was none. */
export const doneBefore = async (log: Log, command: Command): Promise<Outcome | null> => {
  const { resource, id, isFirstTry } = command
  if (id === undefined || isFirstTry !== false) return null
  const pending = { command, id, values: {}, removed: [], since: 0 }
  return earlierOutcome(pending, await loadRecord(log, resource, id, 0))
}
