import { fieldsOf } from '../domain/read-input.ts'
import { rejectFields } from '../domain/rejected.ts'
import { decide, type RecordCommand } from '../domain/decide.ts'
import type { DecidedEvent, JsonObject } from '../domain/event.ts'
import { picking, pointingLeaves, targetsOf } from '../domain/fields/walk.ts'
import { evolve } from '../domain/evolve.ts'
import type { Context, RecordState, Resource } from '../domain/resource.ts'
import type { StreamHead } from '../event-store/log.ts'
import { type Claim, ClaimTaken, type Conditions, type Guard, GuardMoved } from '../event-store/port.ts'
import { checkAuthor, checkOwner, maySee } from './authorise.ts'
import { conditionsBetween, firstTaken } from './claims.ts'
import type { Attachment, Command, Commit, DispatchDependencies, Outcome, Span } from './command.ts'
import { checkIdentifiers } from './identifiers.ts'
import { guardsOfOrder } from './order.ts'
import { eventsSince, type Loaded, loadRecord, unbegun } from './record.ts'
import type { references } from './rules/references.ts'
import { personIsErased, refuseOrRetry } from './refusal.ts'
import type { ruleChecks } from './rules/checks.ts'
import { slugs } from './slugs.ts'
import { staleWith } from './stale.ts'
import { withStored } from './files/uploads.ts'

/** A command that was authorised and read. Earlier tries may have written from `since` on; `pictures` ends as the ids of stored files. */
export type PendingCommand = {
  command: Command
  id: number
  values: JsonObject
  removed: readonly string[]
  since: number | null
  attachment: Attachment | null
  pictures: 'unread' | 'read' | JsonObject
}

const goodbyes = ['deactivate', 'delete']

type Decided = { loaded: Loaded; recordCommand: RecordCommand; context: Context; events: readonly DecidedEvent[] }
type Ready = Pick<Decided, 'context' | 'events'> & { head: StreamHead; span: Span; conditions: Conditions }

const ownPictures = picking(({ kind, isPersonal }) => kind === 'picture' && isPersonal)

const releasedBetween = ({ fields }: Resource, before: RecordState, after: RecordState): number[] =>
  Object.keys(ownPictures(fields)).flatMap((name) => {
    const id = before.values[name]
    return typeof id === 'number' && after.values[name] !== id ? [id] : []
  })

const outcomeOf = (
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

const after = (resource: Resource, { loaded, context, events }: Decided): RecordState =>
  events.reduce((state, event, index) => {
    const revision = loaded.state.version + index
    const { now: at, actor } = context
    return evolve(resource, state, { ...event, stream: loaded.head.stream, revision, at, actor })
  }, loaded.state)

const withPictures = (resource: Resource, decided: Decided, stored: JsonObject): Decided => {
  const fields = fieldsOf(resource, decided.recordCommand.verb)
  const recordCommand = {
    ...decided.recordCommand,
    values: withStored(fields, decided.recordCommand.values ?? {}, stored),
  }
  return { ...decided, recordCommand, events: decide(resource, decided.loaded.state, recordCommand, decided.context) }
}

// Whoever takes a stored picture back closes its guard (commands/files/withdrawal.ts).
const guardsOfPictures = (resource: Resource, { recordCommand }: Decided, stored: JsonObject): Guard[] =>
  pointingLeaves(fieldsOf(resource, recordCommand.verb), recordCommand.values ?? {})
    .filter(({ path }) => Object.hasOwn(stored, path))
    .flatMap(targetsOf)
    .map((name) => ({ name, expected: 'any' }))

// A dry run keeps no secrets, and draws no ids.
const isWhole = ({ fields }: Resource, verb: string, id: number): boolean =>
  verb === 'create' && id > 0 && Object.values(fields).every(({ kind }) => kind !== 'secret')

type Parts = Pick<DispatchDependencies, 'log' | 'claimKey' | 'now' | 'resources'> &
  ReturnType<typeof references> &
  ReturnType<typeof ruleChecks>

/** One try of a command: the outcome, or null when others were faster and another try may help. @throws as `dispatch` does */
export const commandHandler = ({
  log,
  claimKey,
  now,
  resources,
  problemsOfReferences,
  guardsOfDeletion,
  guardsOfRules,
}: Parts) => {
  const { choose, backFromTrash } = slugs(log.store, claimKey, resources)

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

  /** What the command leads to as things are now, before its pictures. */
  const decideNow = async (pending: PendingCommand, loaded: Loaded, attempt: number): Promise<Decided> => {
    const { resource, verb, ifVersion, actor } = pending.command
    const { status, version } = loaded.state
    // What is gone is missing, or gone already, whatever was seen of it (X12).
    const isThere = status === 'active' || status === 'inactive' || verb === 'create' || resource.isSingleton
    // Before anything is told of how the record stands.
    checkAuthor(pending.command, loaded.state)
    checkOwner(pending.command, loaded.state)
    if (isThere && ifVersion !== undefined && version !== ifVersion)
      throw staleWith(resource, maySee(pending.command) ? await eventsSince(log, loaded, ifVersion) : [], loaded.state)
    // They are put away for good; their record may only go as well.
    if (resource.isPerson && !goodbyes.includes(verb) && loaded.events.some(({ isErased }) => isErased))
      throw personIsErased()
    checkIdentifiers(resource, loaded.state, pending.values)
    const problems = await problemsOfReferences(pending.command, loaded.state, pending.values)
    if (problems.length > 0) rejectFields(problems)
    const asked = await recordCommandOf(pending, loaded.state, attempt)
    const recordCommand = { ...asked, hasSeen: ifVersion !== undefined }
    const context = { now: now().toISOString(), actor }
    return { loaded, recordCommand, context, events: decide(resource, loaded.state, recordCommand, context) }
  }

  // Before a picture is read or stored for nothing; the append has the last word.
  const checkUnique = async (command: Command, claims: readonly Claim[], { head }: Loaded) => {
    const taken = await firstTaken(log.store, claims, head.stream)
    if (taken) refuseOrRetry(command, new ClaimTaken(taken.scope))
  }

  /** What writes decided events. It holds nothing else of its command, since a job keeps thousands of them. */
  const writer =
    ({ resource, verb, orderGuard }: Command, { head, events, context, span, conditions }: Ready): Commit =>
    async ({ commandId, correlationId = commandId, causationId = commandId, isSilent = false }) => {
      try {
        const origin = { commandId, correlationId, causationId, isSilent, ...context }
        const { position } = await log.append(head, events, origin, conditions)
        return { span, position }
      } catch (error) {
        if (error instanceof GuardMoved && error.guard === orderGuard?.name) throw error
        refuseOrRetry({ resource, verb }, error)
        return null
      }
    }

  const append = async (
    pending: PendingCommand,
    decided: Decided,
    pictures: readonly Guard[],
  ): Promise<Outcome | null> => {
    const { command, id } = pending
    const { loaded, context, events } = decided
    const next = after(command.resource, decided)
    const { resource, verb, actor, perms } = command
    // Also of what changes nothing: who may not change a record is told so.
    const ruled = await guardsOfRules({ resource, verb, before: loaded.state, after: next, actor, perms })
    if (events.length === 0) return outcomeOf(pending, loaded.state, null, null)
    const held = command.verb === 'restore' ? { ...next, slugs: await backFromTrash(command.resource, next) } : next
    const conditions = conditionsBetween(claimKey, command.resource, loaded.state, held)
    const deletion = await guardsOfDeletion(command, id)
    const ordered = guardsOfOrder(command, loaded.state, next)
    const span = { from: loaded.state.version, to: next.version }
    const guards = [...conditions.guards, ...ordered, ...deletion, ...ruled, ...pictures]
    const write = writer(command, { head: loaded.head, events, context, span, conditions: { ...conditions, guards } })
    if (!command.isDryRun) {
      const written = await write(command)
      return written && outcomeOf(pending, next, written.position, span, loaded.state)
    }
    await checkUnique(command, conditions.claims, loaded)
    const claims = conditions.claims.filter(({ scope }) => scope !== `${resource.name}.slug`)
    const outcome = { ...outcomeOf(pending, next, null, span, loaded.state), claims, before: loaded.state }
    return isWhole(resource, verb, id) ? { ...outcome, commit: write } : outcome
  }

  const tryOnce = async (pending: PendingCommand, attempt: number): Promise<Outcome | null> => {
    const { command, attachment } = pending
    const isNew = command.verb === 'create' && command.isFirstTry === true && attempt === 0
    const loaded = isNew
      ? unbegun(command.resource, pending.id)
      : await loadRecord(log, command.resource, pending.id, pending.since)
    pending.since ??= loaded.state.version
    const done = loaded.events.filter((event) => event.meta.commandId === command.commandId)
    const [first, last] = [done[0], done.at(-1)]
    // The append of an earlier try has reached the log although its answer was lost.
    if (first && last)
      return outcomeOf(pending, loaded.state, last.position, { from: first.revision, to: last.revision + 1 })
    const decided = await decideNow(pending, loaded, attempt)
    if (!attachment) return append(pending, decided, [])
    const { claims } = conditionsBetween(claimKey, command.resource, loaded.state, after(command.resource, decided))
    await checkUnique(command, claims, loaded)
    if (pending.pictures === 'unread') {
      await attachment.read()
      pending.pictures = 'read'
      // Reading pictures takes a while: whoever was faster meanwhile is seen before anything is stored.
      return tryOnce(pending, attempt)
    }
    if (pending.pictures === 'read') pending.pictures = await attachment.store(loaded.head.stream)
    const complete = withPictures(command.resource, decided, pending.pictures)
    return append(pending, complete, guardsOfPictures(command.resource, complete, pending.pictures))
  }

  return tryOnce
}
