import type { Attachment, Command, Outcome } from '../commands/command.ts'
import { loadRecord } from '../commands/record.ts'
import { NotInForce } from '../commands/refusal.ts'
import { streamOf } from '../domain/event.ts'
import { fieldProblem, Rejected, rejectFields } from '../domain/rejected.ts'
import { fieldAt } from '../domain/field-walk.ts'
import type { RecordState, Resource } from '../domain/resource.ts'
import { eventId } from '../event-store/log.ts'
import type { Picture } from '../platform/files/decode.ts'
import type { Sent } from './body/sent.ts'
import { isAway } from './errors.ts'
import type { Services } from './services.ts'
import { type Call, signedIn } from './route.ts'
import { keyOf, refuseIfMatch, versionOf, written } from './wire.ts'

type Done = { id: number; ok: boolean; message: string }

const past: Readonly<Record<string, string>> = {
  create: 'created',
  edit: 'updated',
  activate: 'activated',
  deactivate: 'deactivated',
  delete: 'deleted',
  restore: 'restored',
}

/** With its first letter in upper case. */
export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** What a finished verb says: "Post created.", or the verb's own sentence. */
export const doneMessage = (resource: Resource, verb: string, count = 1): string => {
  const own = resource.verbs[verb]?.done
  if (own && count === 1) return own
  const what = count === 1 ? resource.label : `${count} ${resource.plural}`
  return `${capital(what)} ${past[verb] ?? 'updated'}.`
}

const single = (header: string | string[] | undefined) => (typeof header === 'string' ? header : undefined)

/**
 * Waits until the read models have the position. What access is read from answers only when it is in force (design §4), also
 * when nothing is left to change: an earlier command may be on its way still.
 * @throws NotInForce
 */
export const settled = async (services: Services, resource: Resource, position: bigint | null): Promise<boolean> => {
  const due = position ?? (resource.authorises ? await services.log.store.head() : null)
  if (due === null || (await services.projector.waitFor(due, 2_000))) return true
  if (resource.authorises) throw new NotInForce(due)
  return false
}

/** Files may only be sent where the declaration has a picture. */
const checkFiles = (resource: Resource, verb: string, sent: Sent) => {
  for (const path of Object.keys(sent.files)) {
    if (fieldAt(resource.verbs[verb]?.input ?? resource.fields, path)?.kind !== 'picture')
      rejectFields([fieldProblem(path, 'unknown', `${path} does not take a file`)])
  }
}

/** The body of a call that has none. */
export const nothingSent: Sent = { fields: {}, files: {}, fingerprint: '' }

/** What a call changes of a record, where that depends on how the record stands. */
type FieldsOn = (state: RecordState, isFirstTry: boolean) => Sent['fields']

const attempts = 5

/** Sends a command whose fields follow from the record, anew when others changed it meanwhile. */
const dispatchOn = async (services: Services, fieldsOn: FieldsOn | undefined, command: Command): Promise<Outcome> => {
  if (!fieldsOn) return services.dispatch(command)
  const { resource, id = 0, isFirstTry = false } = command
  for (let attempt = 1; ; attempt += 1) {
    const { state } = await loadRecord(services.log, resource, id)
    const ifVersion = command.ifVersion ?? state.version
    try {
      return await services.dispatch({ ...command, ifVersion, sent: fieldsOn(state, isFirstTry) })
    } catch (error) {
      const isOurs = error instanceof Rejected && error.kind === 'stale' && command.ifVersion === undefined
      if (!isOurs || attempt === attempts) throw error
    }
  }
}

/** Runs one write of a call: once per Idempotency-Key, its pictures stored only after every check. */
export const runWrite = async (
  services: Services,
  call: Call,
  resource: Resource,
  verb: string,
  id: number | undefined,
  sent: Sent,
  fieldsOn?: FieldsOn,
): Promise<unknown> => {
  const session = signedIn(call)
  checkFiles(resource, verb, sent)
  const person = streamOf(session.actor.type, session.actor.id)
  const ifVersion = versionOf(single(call.request.headers['if-match']))
  const key = keyOf(call.request.headers['idempotency-key'])
  const said = JSON.stringify([verb, resource.name, id ?? null, ifVersion ?? null, sent.fingerprint])
  const answer = await services.idempotent(person, key, said, async (attempt) => {
    const drawn = verb === 'create' ? (attempt.keptId ?? undefined) : id
    const outcome = await dispatchOn(services, fieldsOn, {
      resource,
      verb,
      actor: session.actor,
      perms: session.perms,
      commandId: attempt.commandId,
      isFirstTry: attempt.isFirstTry,
      correlationId: call.request.id,
      sent: sent.fields,
      ...(drawn === undefined ? {} : { id: drawn }),
      ...(ifVersion === undefined ? {} : { ifVersion }),
      ...(Object.keys(sent.files).length > 0
        ? { attachment: attachmentOf(services, call, resource, sent, attempt.commandId) }
        : {}),
      keepId: attempt.keepId,
    })
    if (outcome.released.length > 0) await services.files.letGo(outcome.released)
    const isProjected = await settled(services, resource, outcome.position)
    return { status: 200, body: written(outcome, resource.name, doneMessage(resource, verb), isProjected) }
  })
  return answer.body
}

/** For whom a picture is read, and until when. */
export const askerOf = (call: Call) => ({ actor: signedIn(call).actor, signal: call.request.uploads?.signal })

/** The pictures of a form, stored under the id of its command: once, however often the command is tried. */
const attachmentOf = (
  services: Services,
  call: Call,
  resource: Resource,
  sent: Sent,
  commandId: string,
): Attachment => {
  const pictures = new Map<string, Picture>()
  const about = { source: 'field' as const, actor: signedIn(call).actor, commandId, correlationId: call.request.id }
  return {
    paths: Object.keys(sent.files),
    read: async () => {
      for (const [field, { path }] of Object.entries(sent.files))
        pictures.set(field, await services.files.readPicture(path, askerOf(call)))
    },
    store: async (stream) => {
      const ids = new Map<string, number>()
      for (const [field, picture] of pictures) {
        const named = { filename: sent.files[field]?.filename ?? '', picture }
        const isPersonal = fieldAt(resource.fields, field)?.isPersonal ?? false
        ids.set(field, (await services.files.storePicture(named, { ...about, field, stream, isPersonal })).id)
      }
      return Object.fromEntries(ids)
    },
    withdraw: () => services.files.withdrawOf(commandId),
  }
}

const checkAllExist = async (services: Services, resource: Resource, ids: readonly number[]) => {
  for (const id of ids) {
    const { state } = await loadRecord(services.log, resource, id)
    if (state.status === 'none')
      throw new Rejected(
        `There is no ${resource.label.toLowerCase()} with the number ${id}. Nothing was done.`,
        'missing',
      )
  }
}

const unsure = 'The database went away meanwhile. Please look whether this was done.'
const untried = 'Not tried, because the database is away.'

/** Why one of many did not succeed. An outage is reported as well: what was done before it must not be lost sight of. */
const reasonOf = (error: unknown): string => {
  if (error instanceof Rejected) return error.message
  if (isAway(error)) return unsure
  throw error
}

/** Runs a verb on many records, each a command of its own, with a report (spec/decisions X5). */
export const runMany = async (
  services: Services,
  call: Call,
  resource: Resource,
  verb: string,
  ids: readonly number[],
): Promise<unknown> => {
  const session = signedIn(call)
  refuseIfMatch(call.request)
  await checkAllExist(services, resource, ids)
  const person = streamOf(session.actor.type, session.actor.id)
  const key = keyOf(call.request.headers['idempotency-key'])
  const answer = await services.idempotent(person, key, JSON.stringify([verb, resource.name, ids]), async (attempt) => {
    const results: Done[] = []
    let position: bigint | null = null
    let isOut = false
    for (const id of ids) {
      if (isOut) {
        results.push({ id, ok: false, message: untried })
        continue
      }
      try {
        const commandId = eventId(attempt.commandId, id)
        const outcome = await services.dispatch({
          resource,
          verb,
          id,
          actor: session.actor,
          perms: session.perms,
          commandId,
          isFirstTry: attempt.isFirstTry,
          correlationId: call.request.id,
        })
        if (outcome.position !== null && (position === null || outcome.position > position)) position = outcome.position
        results.push({ id, ok: true, message: doneMessage(resource, verb) })
      } catch (error) {
        isOut = isAway(error)
        results.push({ id, ok: false, message: reasonOf(error) })
      }
    }
    const isProjected = await settled(services, resource, position)
    const succeeded = results.filter((result) => result.ok).length
    const message =
      succeeded === ids.length
        ? doneMessage(resource, verb, ids.length)
        : `${succeeded} of ${ids.length} ${resource.plural} ${past[verb] ?? 'updated'}.`
    const body = {
      type: 'success',
      name: resource.name,
      message,
      results,
      position: position === null ? null : String(position),
      ...(isProjected ? {} : { projected: false }),
    }
    return { status: succeeded === ids.length ? 200 : 207, body }
  })
  call.reply.status(answer.status)
  return answer.body
}
