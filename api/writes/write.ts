import type { Command, Dispatch, Outcome } from '../../commands/command.ts'
import type { Answer, Attempt } from '../../commands/idempotency.ts'
import { loadRecord } from '../../commands/record.ts'
import { NotInForce } from '../../commands/refusal.ts'
import { isStale, retryOnConflict } from '../../commands/retry.ts'
import type { Message } from '../../domain/message.ts'
import type { RecordState, Resource } from '../../domain/resource.ts'
import type { Sent } from '../body/sent.ts'
import type { Services } from '../server/services.ts'
import { type Call, signedIn } from '../server/route.ts'
import { once } from './once.ts'
import { versionOf, written } from '../wire/wire.ts'

const updated = {
  one: '{record} updated.',
  many: '{count} {plural} updated.',
  some: '{count} of {total} {plural} updated.',
}

/** What was done, by verb: to one record, to several, and to some of many. */
const doneIds: Readonly<Record<string, { one: string; many: string; some: string }>> = {
  create: {
    one: '{record} created.',
    many: '{count} {plural} created.',
    some: '{count} of {total} {plural} created.',
  },
  edit: updated,
  activate: {
    one: '{record} activated.',
    many: '{count} {plural} activated.',
    some: '{count} of {total} {plural} activated.',
  },
  deactivate: {
    one: '{record} deactivated.',
    many: '{count} {plural} deactivated.',
    some: '{count} of {total} {plural} deactivated.',
  },
  delete: {
    one: '{record} deleted.',
    many: '{count} {plural} deleted.',
    some: '{count} of {total} {plural} deleted.',
  },
  restore: {
    one: '{record} restored.',
    many: '{count} {plural} restored.',
    some: '{count} of {total} {plural} restored.',
  },
}
/** With its first letter in upper case. */
export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** What a finished verb says: "Post created.", or the verb's own sentence. */
export const doneMessage = ({ label, plural, verbs }: Resource, verb: string, count = 1): Message => {
  const { one, many } = doneIds[verb] ?? updated
  if (count !== 1) return { id: many, values: { count, plural } }
  const own = verbs[verb]?.done
  return own ? { id: own, values: {} } : { id: one, values: { record: label } }
}

/** What a verb says that was done to `count` of many. */
export const partlyDoneMessage = ({ plural }: Resource, verb: string, count: number, total: number): Message => ({
  id: (doneIds[verb] ?? updated).some,
  values: { count, total, plural },
})

const single = (header: string | string[] | undefined) => (typeof header === 'string' ? header : undefined)

/**
 * Waits for the read models and answers the position from which they show what the call found or made (X1, X4): that of
 * its event, or of the log's end where it changed nothing. What access is read from answers only once it is in force (docs/architecture.md#the-read-side).
 * @throws NotInForce
 */
export const settled = async (
  services: Services,
  resource: Resource,
  changedAt: bigint | null,
): Promise<{ position: string; projected?: false }> => {
  const due = changedAt ?? (await services.log.store.head())
  const position = String(due)
  if (await services.projector.waitFor(due, 2_000)) return { position }
  if (resource.authorises) throw new NotInForce(due)
  return { position, projected: false }
}

/** What a call changes of a record, where that depends on how the record stands. */
type FieldsOn = (state: RecordState, isFirstTry: boolean) => Sent['fields']

/**
 * `part` tells the writes of one call apart, where it makes several; `dispatch` takes the command where that is not the usual one;
 * `supplied` is what the server says of a new record.
 */
type WriteOptions = {
  fieldsOn?: FieldsOn
  part?: string
  dispatch?: Dispatch
  supplied?: Readonly<Record<string, unknown>>
}

/** Sends a command whose fields follow from the record, anew when others changed it meanwhile. */
const dispatchOn = async (
  services: Services,
  { fieldsOn, dispatch = services.dispatch }: WriteOptions,
  command: Command,
): Promise<Outcome> => {
  if (!fieldsOn) return dispatch(command)
  const { resource, id = 0, isFirstTry = false } = command
  // Whoever named a version is told of another.
  const isOurs = (error: unknown) => command.ifVersion === undefined && isStale(error)
  return retryOnConflict(isOurs, async () => {
    const { state } = await loadRecord(services.log, resource, id)
    return dispatch({ ...command, ifVersion: command.ifVersion ?? state.version, sent: fieldsOn(state, isFirstTry) })
  })
}

/** Runs one write of a call: once per Idempotency-Key, its pictures stored only after every check. */
export const runWrite = async (
  services: Services,
  call: Call,
  resource: Resource,
  verb: string,
  id: number | undefined,
  sent: Sent,
  options: WriteOptions = {},
): Promise<unknown> => {
  const session = signedIn(call)
  const ifVersion = versionOf(single(call.request.headers['if-match']))
  const said = JSON.stringify([verb, resource.name, id ?? null, ifVersion ?? null, sent.fingerprint])
  const run = async (attempt: Attempt): Promise<Answer> => {
    const drawn = verb === 'create' ? (attempt.keptId ?? undefined) : id
    const outcome = await dispatchOn(services, options, {
      resource,
      verb,
      actor: session.actor,
      perms: session.perms,
      commandId: attempt.commandId,
      isFirstTry: attempt.isFirstTry,
      correlationId: call.request.id,
      sent: sent.fields,
      ...(options.supplied ? { supplied: options.supplied } : {}),
      ...(drawn === undefined ? {} : { id: drawn }),
      ...(ifVersion === undefined ? {} : { ifVersion }),
      files: sent.files,
      signal: call.request.uploads?.signal,
      keepId: attempt.keepId,
    })
    const read = await settled(services, resource, outcome.position)
    // A part that completes a delivery fulfils the request: what is said is what was done.
    const happened = resource.verbs[verb] && outcome.span ? outcome.state.last?.name : undefined
    const said = doneMessage(resource, happened ?? verb)
    return { status: 200, body: { ...written(outcome, resource.name, said), ...read } }
  }
  return once(services, call, said, run, options.part)
}
