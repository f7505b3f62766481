import { z } from 'zod'
import { beside } from '../../../commands/jobs/beside.ts'
import type { Command } from '../../../commands/command.ts'
import { messageOfRefusal } from '../../../commands/refusal.ts'
import { fieldOfName } from '../../../commands/schedule/merge.ts'
import { inEnglish, type Message } from '../../../domain/message.ts'
import { staff } from '../../../domain/person.ts'
import { Rejected } from '../../../domain/rejected.ts'
import { type Resource, singletonId } from '../../../domain/resource.ts'
import { detailSchema } from '../../../domain/schedule/entry.ts'
import { checkMoment, checkSchedulable } from '../../../domain/schedule/schedulable.ts'
import { done, readFields } from '../../body/fields.ts'
import { unshaped } from '../../wire/adapters/reshape.ts'
import { entryOf, mayCancel, maySee, namesOfRecords, peopleNamed, sentFor } from '../../wire/schedule.ts'
import type { Services } from '../../server/services.ts'
import { correlationOf } from '../../server/request-id.ts'
import { type Call, personOf, type Route, route, signedIn } from '../../server/route.ts'
import { itemOf } from '../../writes/many.ts'
import { once } from '../../writes/once.ts'
import { writeSchema } from '../../wire/wire.ts'
import { aheadRoute } from './ahead.ts'
import { calendarRoute } from './calendar.ts'

const id = z.int('is the number of a record').min(1).max(2_147_483_647)
const at = z.iso.datetime({ offset: true, error: 'at is a moment with its offset from UTC' })

const planSchema = z.object({
  resource: z.string('resource is the name of a kind of record'),
  verb: z.string('verb is what is to be done'),
  ids: z.array(id, 'ids are up to 100 numbers').max(100, 'ids are up to 100 numbers').optional(),
  version: z.int().min(1).optional(),
  sent: z.record(z.string(), z.unknown()).optional(),
  at,
})

const scheduleParams = z.object({ id: z.uuid('{name} is the id of what is scheduled.') })
const noSuch = () => new Rejected('There is nothing scheduled of this name.', 'missing')

// Refusals that no later moment mends. What is in the way otherwise may be gone by then.
const lasting: readonly string[] = ['validation', 'forbidden', 'missing', 'malformed', 'stale']
const checkedAtOnce = 8

/** Tries commands as the records are now. Answers what would be in the way of the first. @throws Rejected for what no time mends */
const warningOf = async (
  { dispatch }: Pick<Services, 'dispatch'>,
  commands: readonly Command[],
): Promise<Message | null> => {
  const found = await beside(commands, checkedAtOnce, async (command) => {
    try {
      await dispatch({ ...command, isDryRun: true })
      return null
    } catch (error) {
      if (!(error instanceof Rejected) || lasting.includes(error.kind)) throw error
      return messageOfRefusal(error)
    }
  })
  return found.find((message) => message !== null) ?? null
}

const idsOf = ({ isSingleton }: Resource, verb: string, ids: readonly number[] = []): readonly number[] => {
  if (isSingleton) return [singletonId]
  if (verb === 'create' && ids.length > 0)
    throw new Rejected('Leave out the id of what is to be created.', 'validation')
  if (verb !== 'create' && (ids.length === 0 || new Set(ids).size < ids.length))
    throw new Rejected('Say which records, each once.', 'validation')
  return ids
}

/** What is done after a schedule was changed: its event is written, and who asks reads it. */
const answered = async (services: Services, says: string, data: Record<string, unknown>, told: bigint | null) => {
  const position = told ?? (await services.log.store.head())
  const isRead = await services.projector.waitFor(position, 2_000)
  return {
    status: 200,
    body: { ...done('schedule', says), data, position: String(position), ...(isRead ? {} : { projected: false }) },
  }
}

const planRoute = (services: Services): Route =>
  route({
    method: 'POST',
    url: '/schedule',
    audience: staff,
    summary: 'Have something done at a moment: a verb, or an edit, of one or up to 100 records',
    sends: planSchema,
    takes: { text: 2_000_000, pictures: 0 },
    response: writeSchema,
    handler: async (call) => {
      const session = signedIn(call)
      const { actor, perms } = session
      const asked = await readFields(call.request, planSchema)
      const { verb, version } = asked
      const resource = services.resources.find(({ name }) => name === asked.resource)
      if (!resource) throw new Rejected('There is no such kind of record.', 'missing')
      const ids = idsOf(resource, verb, asked.ids)
      const moment = new Date(asked.at)
      const { fields } = unshaped(resource, { fields: asked.sent ?? {}, files: {}, fingerprint: '' })
      const names = Object.keys(fields).map(fieldOfName)
      checkSchedulable({ resource, verb, names, ids, actor }, (name) =>
        services.resources.find((one) => one.name === name),
      )
      return once(services, call, JSON.stringify(asked), async ({ commandId, isFirstTry }) => {
        const about = { schedule: commandId, at: moment.toISOString() }
        // Its moment may have passed, and the records are others since.
        if (!isFirstTry && (await services.jobs.find(personOf(session), commandId)))
          return answered(services, 'Scheduled.', about, await services.jobs.facts.tell(commandId))
        checkMoment(moment, new Date())
        const seen = version === undefined || verb !== 'edit' ? {} : { ifVersion: version }
        const commands = (ids.length === 0 ? [undefined] : ids).map((one): Command => {
          const on = one === undefined ? {} : { id: one }
          return { resource, verb, actor, perms, commandId: '', sent: fields, ...on, ...seen }
        })
        const warning = await warningOf(services, commands)
        await services.jobs.start({
          id: commandId,
          actor,
          verb,
          resource: resource.name,
          items: commands.map((one) => ({
            ...itemOf(resource, verb, one.id ?? null, Object.keys(fields).length === 0 ? null : fields),
            version: one.ifVersion ?? null,
          })),
          startsAt: moment,
          correlationId: correlationOf(call.request),
        })
        const data = {
          ...about,
          ...(warning === null ? {} : { warning: { ...warning, message: inEnglish(warning) } }),
        }
        return answered(services, 'Scheduled.', data, null)
      })
    },
  })

/** What somebody planned, for whoever may see it. @throws Rejected missing */
const seen = async (services: Services, call: Call<{ id: string }>) => {
  const one = await services.schedule.find(call.params.id)
  if (!one || !maySee(services, signedIn(call), one)) throw noSuch()
  return one
}

const readRoute = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/schedule/:id',
    audience: staff,
    summary: 'What is scheduled, with what it sends',
    params: scheduleParams,
    response: z.object({ data: detailSchema }),
    handler: async (call) => {
      const session = signedIn(call)
      const one = await seen(services, call)
      const asked = one.records.map((record) => ({ resource: one.resource, id: record }))
      const names = await namesOfRecords(services, session, asked)
      const named = await peopleNamed(services, session, [one.person])
      const changes = (await services.schedule.items(one.id)).map((item) => {
        const resource = services.resources.find(({ name }) => name === item.resource)
        const sent = resource
          ? sentFor(resource, session, { person: one.person, verb: item.verb }, item.sent ?? {})
          : {}
        return { id: item.record, version: item.version, sent }
      })
      return { data: { ...entryOf(services, session, one, names, named), changes } }
    },
  })

const cancelRoute = (services: Services): Route =>
  route({
    method: 'POST',
    url: '/schedule/:id/cancel',
    audience: staff,
    summary: 'Cancel what is scheduled: one’s own, or of others what one may do oneself',
    params: scheduleParams,
    response: writeSchema,
    handler: async (call) => {
      const session = signedIn(call)
      const one = await seen(services, call)
      if (!mayCancel(services, session, one))
        throw new Rejected('Others may cancel only what they may do themselves.', 'forbidden')
      return once(services, call, JSON.stringify(['cancel', one.id]), async () =>
        answered(services, 'Cancelled.', { schedule: one.id }, await services.schedule.cancel(one, personOf(session))),
      )
    },
  })

const moveSchema = z.object({ at })

const moveRoute = (services: Services): Route =>
  route({
    method: 'POST',
    url: '/schedule/:id/move',
    audience: staff,
    summary: 'Move what one has scheduled to another moment',
    params: scheduleParams,
    sends: moveSchema,
    response: writeSchema,
    handler: async (call) => {
      const session = signedIn(call)
      const asked = await readFields(call.request, moveSchema)
      const one = await seen(services, call)
      // It runs with the rights of whoever scheduled it: nobody else chooses when.
      if (one.person !== personOf(session))
        throw new Rejected('Only whoever scheduled this may move it. You can cancel it instead.', 'forbidden')
      const moment = new Date(asked.at)
      return once(services, call, JSON.stringify(['move', one.id, asked]), async ({ isFirstTry }) => {
        // It may be carried out or cancelled since an earlier run has moved it.
        const isMoved = !isFirstTry && one.at.getTime() === moment.getTime()
        const told = isMoved
          ? await services.jobs.facts.tell(one.id)
          : await services.schedule.move(one.id, one.person, moment)
        return answered(services, 'Moved to another moment.', { schedule: one.id, at: moment.toISOString() }, told)
      })
    },
  })

/** What happens by itself at a moment: planned, looked at, moved, cancelled (docs/decisions/engine/0140). */
export const scheduleRoutes = (services: Services): Route[] => [
  calendarRoute(services),
  aheadRoute(services),
  planRoute(services),
  readRoute(services),
  cancelRoute(services),
  moveRoute(services),
]
