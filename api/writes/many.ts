import type { Item, NewJob } from '../../commands/jobs/job.ts'
import { loadRecord } from '../../commands/record.ts'
import { isEmployee } from '../../domain/person.ts'
import { inEnglish, type Message } from '../../domain/message.ts'
import { Rejected } from '../../domain/rejected.ts'
import type { Resource } from '../../domain/resource.ts'
import type { Services, WriteServices } from '../server/services.ts'
import { done } from '../body/fields.ts'
import { once } from './once.ts'
import { correlationOf } from '../server/request-id.ts'
import { type Call, personOf, signedIn } from '../server/route.ts'
import { refuseIfMatch } from '../wire/wire.ts'
import { doneMessage, partlyDoneMessage } from './done-messages.ts'
import { settled } from './write.ts'

/** An item of a job about one record. */
export const itemOf = (
  resource: Resource,
  verb: string,
  record: number | null,
  sent: Item['sent'] = null,
): NewJob['items'][number] => ({ resource: resource.name, verb, record, sent, version: null, since: null })

/** Starts a job once per Idempotency-Key; the job's id is the command's, so there is one however often it is tried. */
export const startOnce = async (
  services: WriteServices & Pick<Services, 'resources'>,
  call: Call,
  said: unknown,
  make: () => Promise<Omit<NewJob, 'id' | 'actor' | 'correlationId'>>,
) => {
  const session = signedIn(call)
  refuseIfMatch(call.request)
  return once(services, call, JSON.stringify(said), async ({ commandId }) => {
    const known = await services.jobs.find(personOf(session), commandId)
    const job = known ? null : await make()
    if (job)
      await services.jobs.start({
        ...job,
        id: commandId,
        actor: session.actor,
        correlationId: correlationOf(call.request),
      })
    const name = job?.resource ?? known?.resource ?? 'job'
    const values = { count: job?.items.length ?? known?.total ?? 0, plural: nameOf(services, name) }
    return {
      status: 200,
      body: { ...done(name, 'Working through {count} {plural}.', values), data: { job: commandId } },
    }
  })
}

const nameOf = (services: Pick<Services, 'resources'>, name: string) =>
  services.resources.find((known) => known.name === name)?.plural ?? 'records'

/** The refusal of many records because one is not there. */
export const noneWith = ({ label }: Resource, id: number) =>
  new Rejected('There is no {record} with the number {id}. Nothing was done.', 'missing', {
    values: { record: label.toLowerCase(), id },
  })

/** @throws Rejected missing for the first that never was */
export const checkAllExist = async (services: WriteServices, resource: Resource, ids: readonly number[]) => {
  for (const id of ids) {
    const { state } = await loadRecord(services.log, resource, id)
    if (state.status === 'none') throw noneWith(resource, id)
  }
}

const later: Message = { id: 'Not done yet. It goes on by itself.', values: {} }

/** Runs commands as a job and waits for its report on each (X5); `about` is the same for the same call. */
export const runItems = async (
  services: WriteServices,
  call: Call,
  resource: Resource,
  verb: string,
  items: NewJob['items'],
  about: unknown = items,
): Promise<unknown> => {
  const session = signedIn(call)
  refuseIfMatch(call.request)
  const said = JSON.stringify([verb, resource.name, about])
  const meant = items.filter((item) => item.verb === verb).length
  return once(services, call, said, async ({ commandId: id }) => {
    const { name } = resource
    await services.jobs.start({
      id,
      actor: session.actor,
      verb,
      resource: name,
      items,
      correlationId: correlationOf(call.request),
    })
    const job = await services.jobs.settled(personOf(session), id)
    const position = job?.position ?? null
    const read = await settled(services, resource, position === null ? null : BigInt(position))
    const results = (await services.jobs.results(id, items.length, false)).map(({ record, state, message }) => {
      const ok = state === 'done' || state === 'unchanged'
      const said = ok ? doneMessage(resource, verb) : (message ?? later)
      return { id: record, ok, message: inEnglish(said), says: said }
    })
    const succeeded = results.filter((result) => result.ok).length
    const message =
      succeeded === items.length
        ? doneMessage(resource, verb, meant)
        : partlyDoneMessage(resource, verb, succeeded, items.length)
    const body = { ...done(name, message.id, message.values), data: { job: id }, results, ...read }
    return { status: succeeded === items.length ? 200 : 207, body }
  })
}

/** Runs a verb on many records. */
export const runMany = async (
  services: WriteServices,
  call: Call,
  resource: Resource,
  verb: string,
  ids: readonly number[],
  sent: Item['sent'] = null,
): Promise<unknown> => {
  // Employees do not learn what is there: of each that is not theirs the report says the same.
  if (!isEmployee(signedIn(call).actor)) await checkAllExist(services, resource, ids)
  const items = ids.map((one) => itemOf(resource, verb, one, sent))
  return runItems(services, call, resource, verb, items, Object.keys(sent ?? {}).length === 0 ? ids : [ids, sent])
}
