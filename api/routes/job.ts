import { staff } from '../../domain/person.ts'
import { z } from 'zod'
import { authorise } from '../../commands/authorise.ts'
import { fieldOfName } from '../../commands/schedule/merge.ts'
import { checkMoment, checkSchedulable } from '../../domain/schedule/schedulable.ts'
import { Rejected } from '../../domain/rejected.ts'
import { done, readFields } from '../body/fields.ts'
import { itemsOf, jobSchema, summarySchema, toJob } from '../wire/job.ts'
import { itemOf, startOnce } from '../writes/many.ts'
import type { Services } from '../server/services.ts'
import { personOf, type Route, route, signedIn } from '../server/route.ts'
import { writeSchema } from '../wire/wire.ts'

const id = z.int('is the number of a record').min(1).max(2_147_483_647)
const sent = z.record(z.string(), z.unknown())
const most = 1_000

const startSchema = z.object({
  commands: z
    .array(
      z.object({
        resource: z.string(),
        verb: z.string(),
        id: id.optional(),
        version: z.int().min(1).optional(),
        sent: sent.optional(),
      }),
      'commands are a list',
    )
    .min(1, 'A job needs at least one command')
    .max(most, `A job has at most ${most} commands`),
  startsAt: z.iso.datetime({ offset: true, error: 'startsAt is a moment' }).optional(),
  dryRun: z.boolean('dryRun is true or false').optional(),
})

const noJob = () => new Rejected('There is no such job.', 'missing')
const jobParams = z.object({ id: z.uuid('{name} is the id of a job.') })

const startRoute = (services: Services): Route =>
  route({
    method: 'POST',
    url: '/job',
    audience: staff,
    summary: 'Start a job: commands that run one by one, with a report',
    sends: startSchema,
    takes: { text: 2_000_000, pictures: 0 },
    response: writeSchema,
    handler: async (call) => {
      const { actor, perms } = signedIn(call)
      const asked = await readFields(call.request, startSchema)
      const named = (name: string) => services.resources.find((known) => known.name === name)
      const startsAt = asked.startsAt === undefined ? null : new Date(asked.startsAt)
      const isLater = startsAt !== null && startsAt > new Date()
      if (isLater) checkMoment(startsAt, new Date())
      return startOnce(services, call, asked, async () => {
        const items = asked.commands.map(({ resource: name, verb, id: record, version, sent: fields = null }) => {
          const resource = named(name)
          if (!resource) throw new Rejected('There is no such kind of record.', 'missing')
          if (record === undefined && verb !== 'create')
            throw new Rejected('Each command names a record.', 'validation')
          if (record !== undefined && verb === 'create')
            throw new Rejected('Leave out the id of what is to be created.', 'validation')
          // Nothing is begun that its asker may not do now; each item asks again when it is its turn.
          const command = {
            resource,
            verb,
            actor,
            perms,
            commandId: '',
            ...(record === undefined ? {} : { id: record }),
          }
          authorise({ ...command, ...(fields ? { sent: fields } : {}) })
          if (isLater) {
            const names = Object.keys(fields ?? {}).map(fieldOfName)
            checkSchedulable({ ...command, names, ids: record === undefined ? [] : [record] }, named)
          }
          return { ...itemOf(resource, verb, record ?? null, fields), version: version ?? null }
        })
        const [first] = items
        return {
          verb: first?.verb ?? '',
          resource: first?.resource ?? '',
          items,
          isDryRun: asked.dryRun ?? false,
          ...(startsAt === null ? {} : { startsAt }),
        }
      })
    },
  })

const readRoute = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/job/:id',
    audience: 'signed-in',
    summary: 'Progress of a job of one’s own, and what was refused',
    params: jobParams,
    query: z.object({ items: z.literal('all', '{name} is all or absent.').optional() }),
    response: z.object({ data: jobSchema }),
    handler: async (call) => {
      const session = signedIn(call)
      const job = await services.jobs.find(personOf(session), call.params.id)
      if (!job) throw noJob()
      if (job.position !== null) await services.projector.waitFor(BigInt(job.position), 2_000)
      const failures = job.failed > 0 ? await itemsOf(services, session, job.id, 100, true) : []
      const items = call.query.items ? { items: await itemsOf(services, session, job.id, most, false) } : {}
      return { data: { ...toJob(job), failures, ...items } }
    },
  })

const listRoute = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/job',
    audience: 'signed-in',
    summary: 'Jobs of one’s own of the last days, newest first',
    response: z.object({ data: z.array(summarySchema) }),
    handler: async (call) => ({ data: (await services.jobs.list(personOf(signedIn(call)), 50)).map(toJob) }),
  })

const cancelRoute = (services: Services): Route =>
  route({
    method: 'POST',
    url: '/job/:id/cancel',
    audience: 'signed-in',
    summary: 'Cancel a job; what is done stays done',
    params: jobParams,
    response: writeSchema,
    handler: async (call) => {
      const person = personOf(signedIn(call))
      const isCancelled = await services.jobs.cancel(person, call.params.id)
      await services.jobs.facts.tell(call.params.id)
      const job = await services.jobs.find(person, call.params.id)
      if (!job) throw noJob()
      const id = isCancelled ? 'The job is being cancelled.' : 'The job was finished already.'
      return { ...done('job', id), data: { job: job.id } }
    },
  })

const undoRoute = (services: Services): Route =>
  route({
    method: 'POST',
    url: '/job/:id/undo',
    audience: 'signed-in',
    summary: 'Take back what a job did, except where records were changed since',
    params: jobParams,
    response: writeSchema,
    handler: async (call) => {
      const { actor } = signedIn(call)
      return startOnce(services, call, ['undo', call.params.id], () => services.jobs.undoOf(actor, call.params.id))
    },
  })

/** Jobs of one’s own: start, follow, cancel, undo. */
export const jobRoutes = (services: Services): Route[] => [
  listRoute(services),
  startRoute(services),
  readRoute(services),
  cancelRoute(services),
  undoRoute(services),
]
