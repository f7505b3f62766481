import type { Actor, JsonObject } from '../domain/event.ts'
import { readInput, withoutUnchanged } from '../domain/read-input.ts'
import { accessDenied, fieldProblem, Rejected, rejectFields } from '../domain/rejected.ts'
import { actionOf, type RecordState, type Resource } from '../domain/resource.ts'
import type { Log } from '../event-store/log.ts'
import { attempter, type Reading } from './attempt.ts'
import type { Ids } from './ids.ts'
import { loadRecord } from './record.ts'
import { isRefusal } from './refusal.ts'

/** The pictures of a command. Each step is asked for once, in this order, and only after every check has passed. */
export type Attachment = {
  /** Reads what was sent and keeps nothing. @throws BadUpload */
  read(): Promise<void>
  /** Stores what was read for the record of this stream; answers the ids of the files by field. @throws StorageFull */
  store(stream: string): Promise<JsonObject>
  /** Takes back what was stored, after the command was refused all the same. Never throws. */
  withdraw(): Promise<void>
}

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
  /** True when nothing was ever tried under this command id: then no earlier outcome is looked for. */
  isFirstTry?: boolean
  correlationId?: string
  isSilent?: boolean
  attachment?: Attachment
  /** Told the id that a create draws, before anything is written; answers the one to take. */
  onDraw?: (id: number) => Promise<number>
}

/**
 * What came of it. `position` is null when nothing changed; `removed` lists what cleaning took out of the text, `released`
 * the pictures of a person that their record shows no longer.
 */
export type Outcome = {
  id: number
  slug: string | null
  version: number
  position: bigint | null
  state: RecordState
  removed: readonly string[]
  released: readonly number[]
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

const attempts = 8

const authorise = ({ resource, verb, perms }: Command) => {
  const action = actionOf(resource, verb)
  if (!action) throw new Rejected(`There is no such action on ${resource.plural}.`, 'missing')
  if (perms === null) return
  if (resource.area === null || !perms.includes(`${action}-${resource.area}`))
    throw new Rejected(accessDenied, 'forbidden')
}

const valuesOf = ({ resource, verb, sent: all = {} }: Command): JsonObject => {
  const { slug, ...sent } = all
  if (resource.slug && typeof (slug ?? '') !== 'string')
    rejectFields([fieldProblem('slug', 'invalid', 'The address is a text')])
  if (verb !== 'create' && verb !== 'edit') return {}
  return readInput(resource, verb, resource.slug ? sent : all)
}

/**
 * The only way in: authorise → read stream → decide → append (design §4). Retries on its own when others were faster,
 * unless the command says which version it was made for.
 * @throws Rejected, and StoreUnavailable when the outcome is unknown (retry with the same command id).
 */
export const dispatcher = (dependencies: DispatchDependencies): Dispatch => {
  const { ids, clean, log } = dependencies
  const tryOnce = attempter(dependencies)

  /** What was kept before a rule was tightened stays acceptable as long as nobody changes it. */
  const read = async (command: Command): Promise<JsonObject> => {
    try {
      return valuesOf(command)
    } catch (error) {
      const { resource, verb, id, sent } = command
      if (!(error instanceof Rejected) || verb !== 'edit' || id === undefined || !sent) throw error
      const { state } = await loadRecord(log, resource, id)
      return valuesOf({ ...command, sent: withoutUnchanged(state.values, sent) })
    }
  }

  const run = async (reading: Reading): Promise<Outcome> => {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const outcome = await tryOnce(reading, attempt)
      if (outcome) return outcome
    }
    throw new Rejected('Others are changing this at the same moment. Please try again.', 'rule')
  }

  return async (command) => {
    authorise(command)
    const { resource, verb, attachment } = command
    const cleaned = await clean(resource, await read(command))
    const drawn = command.id ?? (await ids.next(resource))
    const id = verb === 'create' && command.onDraw ? await command.onDraw(drawn) : drawn
    try {
      const since = command.isFirstTry ? null : 0
      return await run({ command, id, ...cleaned, since, pictures: 'unread' })
    } catch (error) {
      // After an unknown outcome the record may show the picture, and a retry finds it again.
      if (isRefusal(error)) await attachment?.withdraw()
      throw error
    }
  }
}
