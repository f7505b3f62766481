import type { Actor, DecidedEvent, JsonObject } from '../domain/event.ts'
import { streamOf } from '../domain/event.ts'
import { decide, readInput, type Wish } from '../domain/decide.ts'
import { accessDenied, fieldProblem, Rejected, rejectFields } from '../domain/rejected.ts'
import { actionOf, evolve, fold, type RecordState, type Resource } from '../domain/resource.ts'
import type { Log, LogEvent, Tip } from '../event-store/log.ts'
import { ClaimTaken } from '../event-store/port.ts'
import { conditionsBetween, firstTaken } from './claims.ts'
import type { Ids } from './ids.ts'
import { references } from './references.ts'
import { refuseOrRetry } from './refusal.ts'
import { slugChooser } from './slugs.ts'
import { staleWith } from './stale.ts'

/** One command. `sent` is what the client sent; `ifVersion` the version it saw; `perms` null for the system itself. */
export type Command = {
  resource: Resource
  verb: string
  id?: number
  sent?: Readonly<Record<string, unknown>>
  ifVersion?: number
  actor: Actor
  perms: readonly string[] | null
  commandId: string
  correlationId?: string
  isSilent?: boolean
  /** Values that cost something to make (an uploaded picture): asked for once, after every check has passed. */
  attach?: () => Promise<JsonObject>
  /** Told the id that a create draws, before anything is written. */
  onDraw?: (id: number) => Promise<void>
}

/** What came of it. `position` is null when nothing changed; `removed` lists what cleaning took out of the text. */
export type Outcome = {
  id: number
  slug: string | null
  version: number
  position: bigint | null
  state: RecordState
  removed: readonly string[]
}

export type DispatchDependencies = {
  log: Log
  ids: Ids
  claimKey: Uint8Array
  now: () => Date
  /** How many records of other resources point at this one, and their plural; waits for the projection first. */
  usesOf: (resource: Resource, id: number) => Promise<{ count: number; plural: string }>
  /** Makes text safe to keep; answers what was taken out. */
  clean: (resource: Resource, values: JsonObject) => Promise<{ values: JsonObject; removed: string[] }>
  resources: readonly Resource[]
}

export type Dispatch = (command: Command) => Promise<Outcome>

type Input = { values: JsonObject; removed: string[]; attached: () => Promise<JsonObject | null> }

type Loaded = { state: RecordState; events: LogEvent[]; tip: Tip }

const attempts = 8

const authorise = ({ resource, verb, perms }: Command) => {
  const action = actionOf(resource, verb)
  if (!action) throw new Rejected(`There is no such action on ${resource.plural}.`, 'missing')
  if (perms === null) return
  if (resource.area === null || !perms.includes(`${action}-${resource.area}`))
    throw new Rejected(accessDenied, 'forbidden')
}

/**
 * The only way in: authorise → read stream → decide → append (design §4). Retries on its own when others were faster,
 * unless the command says which version it was made for.
 * @throws Rejected, and StoreUnavailable when the outcome is unknown (retry with the same command id).
 */
export const dispatcher = (dependencies: DispatchDependencies): Dispatch => {
  const { log, ids, claimKey, now, usesOf, clean, resources } = dependencies
  const chooseSlug = slugChooser(log.store, claimKey)
  const { checkReferences, guardsOfDeletion } = references({ log, resources, usesOf })

  const load = async (resource: Resource, id: number): Promise<Loaded> => {
    const { events, tip } = await log.read(streamOf(resource.name, id))
    return { state: fold(resource, id, events), events, tip }
  }

  const wishOf = async (
    command: Command,
    id: number,
    loaded: Loaded,
    values: JsonObject,
    attempt: number,
  ): Promise<Wish> => {
    const { resource, verb } = command
    const asked = command.sent?.slug
    const wished = typeof asked === 'string' && asked.trim() !== '' ? asked : undefined
    const title = verb === 'create' ? (wished ?? values[resource.slug ?? '']) : verb === 'edit' ? wished : undefined
    if (!resource.slug || typeof title !== 'string' || (verb === 'edit' && title === loaded.state.slugs.at(-1)))
      return { verb, values }
    return { verb, values, slug: await chooseSlug(resource, id, title, attempt) }
  }

  const outcome = (
    resource: Resource,
    state: RecordState,
    position: bigint | null,
    removed: readonly string[],
  ): Outcome => ({
    id: state.id,
    slug: resource.slug ? (state.slugs.at(-1) ?? null) : null,
    version: state.version,
    position,
    state,
    removed,
  })

  const after = (
    resource: Resource,
    loaded: Loaded,
    events: readonly DecidedEvent[],
    at: string,
    actor: Actor,
  ): RecordState =>
    events.reduce(
      (state, event, index) =>
        evolve(resource, state, {
          ...event,
          stream: loaded.tip.stream,
          revision: loaded.state.version + index,
          at,
          actor,
        }),
      loaded.state,
    )

  // Before a picture is stored, which a refusal would leave behind; the append has the last word.
  const checkUnique = async (command: Command, loaded: Loaded, next: RecordState) => {
    const { claims } = conditionsBetween(claimKey, command.resource, loaded.state, next)
    const taken = await firstTaken(log.store, claims, loaded.tip.stream)
    if (taken) refuseOrRetry(command, new ClaimTaken(taken.scope))
  }

  const tryOnce = async (command: Command, id: number, input: Input, attempt: number): Promise<Outcome | null> => {
    const { resource, verb, actor, commandId } = command
    const loaded = await load(resource, id)
    const done = loaded.events.findLast((event) => event.meta.commandId === commandId)
    // The append of an earlier try has reached the log although its answer was lost.
    if (done) return outcome(resource, loaded.state, done.position, input.removed)
    if (command.ifVersion !== undefined && loaded.state.version !== command.ifVersion)
      throw staleWith(resource, loaded.events, loaded.state, command.ifVersion)
    await checkReferences(resource, loaded.state, input.values)
    const at = now().toISOString()
    const wish = await wishOf(command, id, loaded, input.values, attempt)
    const asked = decide(resource, loaded.state, wish, { now: at, actor })
    if (command.attach) await checkUnique(command, loaded, after(resource, loaded, asked, at, actor))
    const attached = await input.attached()
    const events = attached
      ? decide(resource, loaded.state, { ...wish, values: { ...wish.values, ...attached } }, { now: at, actor })
      : asked
    if (events.length === 0) return outcome(resource, loaded.state, null, input.removed)
    const next = after(resource, loaded, events, at, actor)
    const conditions = conditionsBetween(claimKey, resource, loaded.state, next)
    const guards = [...conditions.guards, ...(await guardsOfDeletion(resource, id, verb))]
    const origin = {
      commandId,
      now: at,
      actor,
      correlationId: command.correlationId ?? commandId,
      isSilent: command.isSilent ?? false,
    }
    try {
      const { position } = await log.append(loaded.tip, events, origin, { ...conditions, guards })
      return outcome(resource, next, position, input.removed)
    } catch (error) {
      refuseOrRetry(command, error)
      return null
    }
  }

  return async (command) => {
    const { resource, verb } = command
    authorise(command)
    const { slug, ...sent } = command.sent ?? {}
    if (resource.slug && typeof (slug ?? '') !== 'string')
      rejectFields([fieldProblem('slug', 'invalid', 'The address is a text')])
    const read =
      verb === 'create' || verb === 'edit' ? readInput(resource, verb, resource.slug ? sent : (command.sent ?? {})) : {}
    let attached: Promise<JsonObject> | undefined
    const attach = async () => {
      if (!command.attach) return null
      attached ??= command.attach()
      return attached
    }
    const input = { ...(await clean(resource, read)), attached: attach }
    const id = command.id ?? (await ids.next(resource))
    if (verb === 'create') await command.onDraw?.(id)
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const result = await tryOnce(command, id, input, attempt)
      if (result) return result
    }
    throw new Rejected('Others are changing this at the same moment. Please try again.', 'rule')
  }
}
