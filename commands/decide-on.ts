import { fieldsOf } from '../domain/read-input.ts'
import { rejectFields } from '../domain/rejected.ts'
import { decide, type RecordCommand } from '../domain/decide.ts'
import type { DecidedEvent, JsonObject } from '../domain/event.ts'
import { pointingLeaves, targetsOf } from '../domain/fields/walk.ts'
import { evolve } from '../domain/evolve.ts'
import type { Context, RecordState, Resource } from '../domain/resource.ts'
import type { Guard } from '../event-store/port.ts'
import { checkAuthor, checkOwner, maySee } from './authorise.ts'
import type { Command, DispatchDependencies } from './command.ts'
import { checkIdentifiers } from './identifiers.ts'
import { eventsSince, type Loaded } from './record.ts'
import type { references } from './rules/references.ts'
import { personIsErased } from './refusal.ts'
import type { reverter } from './revert/revert.ts'
import type { slugs } from './slugs.ts'
import { staleWith } from './stale.ts'
import { withStored } from './files/uploads.ts'

/** A command that was authorised and read. Earlier tries may have written from version `since` on, null when there were none. */
export type PendingCommand = {
  command: Command
  id: number
  values: JsonObject
  removed: readonly string[]
  since: number | null
}

/** What a command leads to, of its record as it was loaded; `pictures` guards the files that were stored for it. */
export type Decided = {
  loaded: Loaded
  recordCommand: RecordCommand
  context: Context
  events: readonly DecidedEvent[]
  pictures: readonly Guard[]
}

const goodbyes = ['deactivate', 'delete']

/** The record once the events are written. */
export const stateAfter = (resource: Resource, { loaded, context, events }: Decided): RecordState =>
  events.reduce((state, event, index) => {
    const revision = loaded.state.version + index
    const { now: at, actor } = context
    return evolve(resource, state, { ...event, stream: loaded.head.stream, revision, at, actor })
  }, loaded.state)

/** The same with the numbers of stored files in the places of their marks. @param stored numbers by path */
export const withPictures = (resource: Resource, decided: Decided, stored: JsonObject): Decided => {
  const { verb, values: marked = {} } = decided.recordCommand
  const fields = fieldsOf(resource, verb)
  const values = withStored(fields, marked, stored)
  const recordCommand = { ...decided.recordCommand, values }
  // Whoever takes a stored picture back closes its guard (commands/files/withdrawal.ts).
  const pictures = pointingLeaves(fields, values)
    .filter(({ path }) => Object.hasOwn(stored, path))
    .flatMap(targetsOf)
    .map((name): Guard => ({ name, expected: 'any' }))
  const events = decide(resource, decided.loaded.state, recordCommand, decided.context)
  return { ...decided, recordCommand, events, pictures }
}

type Parts = Pick<DispatchDependencies, 'log' | 'now'> &
  Pick<ReturnType<typeof references>, 'problemsOfReferences'> &
  Pick<ReturnType<typeof slugs>, 'choose'> & { revert: ReturnType<typeof reverter> }

/** What a command leads to as its record is now. @throws Rejected */
export const decider = ({ log, now, problemsOfReferences, choose, revert }: Parts) => {
  const recordCommandOf = async (
    { command, id, values }: PendingCommand,
    state: RecordState,
    attempt: number,
  ): Promise<RecordCommand> => {
    const { resource, verb } = command
    const given = command.supplied?.slug
    if (verb === 'create' && typeof given === 'string') return { verb, values, slug: given }
    const moment = resource.publishing?.at
    const due = verb === 'activate' && moment !== undefined ? command.sent?.[moment] : undefined
    if (typeof due === 'string') return { verb, values, due }
    const asked = command.sent?.slug
    const askedSlug = typeof asked === 'string' && asked.trim() !== '' ? asked : undefined
    const title = verb === 'create' ? (askedSlug ?? values[resource.slug ?? '']) : askedSlug
    if (!resource.slug || typeof title !== 'string' || title === state.slugs.at(-1)) return { verb, values }
    return { verb, values, slug: await choose(resource, id, title, attempt) }
  }

  const checkVersion = async (command: Command, loaded: Loaded) => {
    const { resource, verb, ifVersion } = command
    const { status, version } = loaded.state
    // What is gone is missing, or gone already, whatever was seen of it (X12).
    const isThere =
      status === 'active' || status === 'inactive' || verb === 'create' || verb === 'revert' || resource.isSingleton
    if (isThere && ifVersion !== undefined && version !== ifVersion)
      throw staleWith(resource, maySee(command) ? await eventsSince(log, loaded, ifVersion) : [], loaded.state)
  }

  return async (pending: PendingCommand, loaded: Loaded, attempt: number): Promise<Decided> => {
    const { command, values } = pending
    const { resource, verb, ifVersion, actor } = command
    // Before anything is told of how the record stands.
    checkAuthor(command, loaded.state)
    checkOwner(command, loaded.state)
    await checkVersion(command, loaded)
    // They are put away for good; their record may only go as well.
    if (resource.isPerson && !goodbyes.includes(verb) && loaded.events.some(({ isErased }) => isErased))
      throw personIsErased()
    const context = { now: now().toISOString(), actor }
    if (verb === 'revert') {
      const recordCommand = { verb, back: await revert(command, loaded) }
      const events = decide(resource, loaded.state, recordCommand, context)
      return { loaded, recordCommand, context, events, pictures: [] }
    }
    checkIdentifiers(resource, loaded.state, values)
    const problems = await problemsOfReferences(command, loaded.state, values)
    if (problems.length > 0) rejectFields(problems)
    const recordCommand = {
      ...(await recordCommandOf(pending, loaded.state, attempt)),
      hasSeen: ifVersion !== undefined,
    }
    const events = decide(resource, loaded.state, recordCommand, context)
    return { loaded, recordCommand, context, events, pictures: [] }
  }
}
