import type { Actor, JsonObject } from '../domain/event.ts'
import { readInput, withoutUnchanged } from '../domain/read-input.ts'
import { fieldProblem, Rejected, rejectFields } from '../domain/rejected.ts'
import type { RecordState, Resource } from '../domain/resource.ts'
import type { Fields } from '../domain/field-composite.ts'
import type { Log } from '../event-store/log.ts'
import { attempter, type Reading } from './attempt.ts'
import { authorise, suppliedBy } from './authorise.ts'
import type { Ids } from './ids.ts'
import { loadRecord } from './record.ts'
import { isRefusal } from './refusal.ts'
import type { Rules } from './rule.ts'
import { type Secrets, withSecretsKept } from './secrets.ts'
import { withUploads } from './uploads.ts'

/** The pictures of a command. Each step is asked for once, in this order, and only after every check has passed. */
export type Attachment = {
  /** Where the pictures belong: names of fields, or paths into composite ones such as `images[new_1].thumbnail`. */
  paths: readonly string[]
  /** Reads what was sent and keeps nothing. @throws BadUpload */
  read(): Promise<void>
  /** Stores what was read for the record of this stream; answers the ids of the files by path. @throws StorageFull */
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
  /** What the server says itself, for fields that no client may send. */
  supplied?: Readonly<Record<string, unknown>>
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
  /** The active records of a resource whose fields hold these values; waits for the projection first. */
  activeIds: (resource: Resource, values: Readonly<Record<string, string>>) => Promise<readonly number[]>
  /** Makes text safe to keep; answers what was taken out. */
  clean: (fields: Fields, values: JsonObject) => Promise<{ values: JsonObject; removed: string[] }>
  resources: readonly Resource[]
  secrets: Secrets
  /** What a change asks of other records, by the resource that changes. */
  rules?: Rules
}

export type Dispatch = (command: Command) => Promise<Outcome>

const attempts = 8

const valuesOf = (command: Command): JsonObject => {
  const { resource, verb, sent = {}, attachment } = command
  const { slug, ...fields } = withUploads(sent, attachment?.paths ?? [])
  if (resource.slug && typeof (slug ?? '') !== 'string')
    rejectFields([fieldProblem('slug', 'invalid', 'The address is a text')])
  // Other verbs take nothing but what they ask for; a restore takes an address.
  if (verb !== 'create' && verb !== 'edit' && !resource.verbs[verb]?.input) return {}
  return readInput(
    resource,
    verb,
    resource.slug || slug === undefined ? fields : { ...fields, slug },
    suppliedBy(command),
  )
}

/**
 * The only way in: authorise → read stream → decide → append (design §4). Retries on its own when others were faster,
 * unless the command says which version it was made for.
 * @throws Rejected, and StoreUnavailable when the outcome is unknown (retry with the same command id).
 */
export const dispatcher = (dependencies: DispatchDependencies): Dispatch => {
  const { ids, clean, log, secrets } = dependencies
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
    const fields = resource.verbs[verb]?.input ?? resource.fields
    const { values: safe, removed } = await clean(fields, await read(command))
    const { values, kept } = await withSecretsKept(secrets, fields, safe, command.commandId)
    const drawn = command.id ?? (await ids.next(resource))
    const id = verb === 'create' && command.onDraw ? await command.onDraw(drawn) : drawn
    try {
      const since = command.isFirstTry ? null : 0
      return await run({ command, id, values, removed, since, pictures: 'unread' })
    } catch (error) {
      // After an unknown outcome the record may show the picture, and a retry finds it again.
      if (isRefusal(error)) {
        await secrets.forget(kept)
        await attachment?.withdraw()
      }
      throw error
    }
  }
}
