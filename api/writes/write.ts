import type { Command, Dispatch, Outcome } from '../../commands/command.ts'
import type { Answer, Attempt } from '../../commands/idempotency.ts'
import { loadRecord } from '../../commands/record.ts'
import { NotInForce } from '../../commands/refusal.ts'
import { isStale, retryOnConflict } from '../../commands/retry.ts'
import type { RecordState, Resource } from '../../domain/resource.ts'
import type { Sent } from '../body/sent.ts'
import type { WriteServices } from '../server/services.ts'
import { correlationOf } from '../server/request-id.ts'
import { type Call, signedIn } from '../server/route.ts'
import { createdMessage, doneMessage } from './done-messages.ts'
import { once } from './once.ts'
import { versionOf, written } from '../wire/wire.ts'

const single = (header: string | string[] | undefined) => (typeof header === 'string' ? header : undefined)

/**
 * Waits for the read models and answers the position from which they show what the call found or made (X1, X4): that of
 * its event, or of the log's end where it changed nothing. What access is read from answers only once it is in force (docs/architecture.md#the-read-side).
 * @throws NotInForce
 */
export const settled = async (
  services: WriteServices,
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
  services: WriteServices,
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

/** Takes a command, waits until it is read, and says what was done. */
const answerTo = async (services: WriteServices, options: WriteOptions, command: Command): Promise<Answer> => {
  const { resource, verb } = command
  const outcome = await dispatchOn(services, options, command)
  const read = await settled(services, resource, outcome.position)
  // A part that completes a delivery fulfils the request: what is said is what was done.
  const happened = resource.verbs[verb] && outcome.span ? outcome.state.last?.name : undefined
  const said = verb === 'create' ? createdMessage(resource, outcome.state) : doneMessage(resource, happened ?? verb)
  return { status: 200, body: { ...written(outcome, resource.name, said), ...read } }
}

/**
 * Runs one write of a call: its key is claimed, so that it is done once (X21); then dispatched, waited for and answered. Its pictures are
 * stored only after every check.
 */
export const runWrite = async (
  services: WriteServices,
  call: Call,
  resource: Resource,
  verb: string,
  id: number | undefined,
  sent: Sent,
  options: WriteOptions = {},
): Promise<unknown> => {
  const { actor, perms } = signedIn(call)
  const ifVersion = versionOf(single(call.request.headers['if-match']))
  const said = JSON.stringify([verb, resource.name, id ?? null, ifVersion ?? null, sent.fingerprint])
  const commandOf = ({ keptId, ...attempt }: Attempt): Command => {
    const drawn = verb === 'create' ? (keptId ?? undefined) : id
    return {
      ...attempt,
      resource,
      verb,
      actor,
      perms,
      correlationId: correlationOf(call.request),
      sent: sent.fields,
      files: sent.files,
      signal: call.request.uploads?.signal,
      ...(options.supplied ? { supplied: options.supplied } : {}),
      ...(drawn === undefined ? {} : { id: drawn }),
      ...(ifVersion === undefined ? {} : { ifVersion }),
    }
  }
  return once(services, call, said, (attempt) => answerTo(services, options, commandOf(attempt)), options.part)
}
