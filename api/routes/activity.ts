import { staff } from '../../domain/person.ts'
import { z } from 'zod'
import { splitStream } from '../../domain/event.ts'
import { holdsAny } from '../../domain/permission.ts'
import { accessDenied, Rejected } from '../../domain/rejected.ts'
import { fold } from '../../domain/evolve.ts'
import type { Resource } from '../../domain/resource.ts'
import type { RecordedEvent } from '../../event-store/port.ts'
import type { ActivityEntry, ActivityFilter } from '../../projections/activity/activity.ts'
import { asFile, csvOf } from '../wire/download.ts'
import { changeSchema, historyOf } from '../wire/history.ts'
import { messageSchema } from '../body/fields.ts'
import { speakerFor } from '../server/language.ts'
import { type Route, route, signedIn } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { day, listMeta, metaSchema, plain, whole } from '../wire/wire.ts'

const absent = z.literal('').transform(() => undefined)

/** Who did it, as the trail's filter takes it. */
export const actorFilter = absent.or(
  z
    .string()
    .regex(/^(user|employee|system)-[\w.:-]{1,80}$/, '{name} is a person such as user-7.')
    .transform(splitStream)
    .transform(({ category: type, id }) => ({ type, id })),
)

const filters = {
  type: plain(40).default(''),
  outcome: absent.or(z.enum(['done', 'failed'], '{name} is done or failed.')).optional(),
  keyword: plain(200).optional(),
  resource: absent.or(plain(40)).optional(),
  record: absent.or(whole(1, 999_999_999)).optional(),
  actor: actorFilter.optional(),
  job: absent.or(z.uuid('{name} is the id of a job.')).optional(),
  from: absent.or(day).optional(),
  to: absent.or(day).optional(),
}

type Filters = z.output<z.ZodObject<typeof filters>>

const filterOf = ({ record, ...asked }: Filters, zone: string): ActivityFilter => ({ ...asked, zone, recordId: record })

const logEntry = z.object({
  id: z.string(),
  createdAt: z.string(),
  userName: z.string().nullable(),
  userType: z.string(),
  userId: z.string(),
  actionType: z.string(),
  actionDesc: z.string(),
  says: messageSchema.optional(),
  modelAffected: z.string().nullable(),
  modelID: z.string().nullable(),
  recordName: z.string().nullable().optional(),
  changedFields: z.array(z.string()).optional(),
  changedLabels: z.array(z.string()).optional(),
  job: z.object({ id: z.string(), count: z.number() }).nullable().optional(),
  level: z.string().optional(),
  requestId: z.string().nullable().optional(),
})

const listRoute = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/utility/activity_log',
    audience: { anyOf: ['r-activity_trail', 'r-debug_log'] },
    summary: 'Who did what, newest first; sign-ins with type=Login, the debug log with type=Error',
    query: z.object({
      ...filters,
      level: absent.or(z.enum(['warning', 'error'], '{name} is warning or error.')).optional(),
      page: whole(1, 1_000_000).default(1),
      per_page: whole(1, 1_000).default(20),
    }),
    response: z.object({ data: z.array(logEntry), meta: metaSchema }),
    handler: async ({ query: { page, per_page: perPage, level, ...asked }, session }) => {
      const isDebug = asked.type === 'Error'
      const needed = isDebug ? 'r-debug_log' : 'r-activity_trail'
      if (!holdsAny(session?.perms ?? [], [needed])) throw new Rejected(accessDenied, 'forbidden')
      const zone = await services.timeZone()
      const { rows, total } = isDebug
        ? await services.records.debug({ ...asked, zone, level, page, perPage })
        : await services.records.activity({ ...filterOf(asked, zone), page, perPage })
      return { data: rows, meta: listMeta(total, perPage) }
    },
  })

const exportPage = 1_000
const mostExported = 100_000

const heading = [
  'Date',
  'User Type',
  'Committed By',
  'Action Type',
  'Action Log',
  'Affected Model',
  'ID',
  'Fields',
  'Name',
]

type Say = Awaited<ReturnType<typeof speakerFor>>

const cellsOf = (entry: ActivityEntry, say: Say): string[] => [
  entry.createdAt,
  entry.userType,
  entry.userName ?? entry.userId,
  say(entry.actionType),
  say(entry.says),
  entry.modelAffected ?? '',
  entry.modelID ?? '',
  entry.changedFields.join(' '),
  entry.recordName ?? '',
]

/** Everything a filter means, page by page as the reader takes it: what comes in meanwhile moves no page. */
async function* pagesOf(services: Services, filter: ActivityFilter, say: Say) {
  const until = new Date().toISOString()
  for (let page = 1; page * exportPage <= mostExported; page += 1) {
    const { rows } = await services.records.activity({ ...filter, until, page, perPage: exportPage })
    yield rows.map((entry) => cellsOf(entry, say))
    if (rows.length < exportPage) return
  }
}

const exportRoute = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/utility/activity_log/export',
    audience: { anyOf: ['r-activity_trail'] },
    summary: `What a filter of the trail means, as CSV: the newest ${mostExported} entries`,
    query: z.object(filters),
    perMinute: 10,
    handler: async (call) => {
      const filter = filterOf(call.query, await services.timeZone())
      const say = await speakerFor(services, call.request)
      asFile(call, 'activity-trail.csv')
      return csvOf(heading.map(say), pagesOf(services, filter, say))
    },
  })

const nothingThere = () => new Rejected('This entry does not exist.', 'missing')

const eventAt = async ({ log }: Services, position: string): Promise<RecordedEvent> => {
  const [event] = await log.store.readAll(BigInt(position) - 1n, 1)
  if (!event || String(event.position) !== position) throw nothingThere()
  return event
}

/** What an event changed, as the record's own history says it. */
const changesOf = async ({ log }: Services, resource: Resource, { stream, revision, type }: RecordedEvent) => {
  const { events } = await log.read(stream)
  const id = Number(splitStream(stream).id)
  const entry = historyOf(resource, id, events).find(({ version }) => version === revision + 1)
  const password = { field: 'password', label: 'Password', from: null, to: null, isSecret: true }
  const changes = type.endsWith('PasswordChanged') ? [password] : (entry?.changes ?? [])
  return { changes, isInTrash: fold(resource, id, events).status === 'deleted' }
}

const entryRoute = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/utility/activity_log/:id',
    audience: { anyOf: ['r-activity_trail'] },
    summary: 'What an entry of the trail changed; null for those who may not read the record',
    params: z.object({ id: z.string().regex(/^[1-9]\d{0,18}$/, '{name} is the number of an entry.') }),
    response: z.object({
      data: z.object({ changes: z.array(changeSchema).nullable(), reason: z.string().nullable() }),
    }),
    handler: async ({ params, session }) => {
      const event = await eventAt(services, params.id)
      const { perms } = signedIn({ session })
      const resource = services.resources.find(({ name }) => name === splitStream(event.stream).category)
      const reason = typeof event.data.reason === 'string' ? event.data.reason : null
      if (!resource) return { data: { changes: [], reason } }
      const { changes, isInTrash } = await changesOf(services, resource, event)
      const needed = [`r-${resource.area}`, ...(isInTrash ? [`d-${resource.area}`] : [])]
      return { data: { changes: needed.every((one) => perms.includes(one)) ? changes : null, reason } }
    },
  })

const summaryDays = 14

const summaryRoute = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/utility/activity_log/summary',
    audience: { anyOf: ['r-activity_trail'] },
    summary: `Sign-ins by day and changes by resource of the last ${summaryDays} days`,
    response: z.object({
      data: z.object({
        from: z.string(),
        to: z.string(),
        days: z.array(z.object({ day: z.string(), signedIn: z.number(), failed: z.number() })),
        resources: z.array(z.object({ resource: z.string(), count: z.number() })),
      }),
    }),
    handler: async () => ({ data: await services.records.activitySummary(await services.timeZone(), summaryDays) }),
  })

const totalsRoute = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/utility/totals',
    audience: staff,
    summary: 'How many records there are by status, of the resources that one may read',
    response: z.object({
      data: z.array(z.object({ resource: z.string(), active: z.number(), inactive: z.number() })),
    }),
    handler: async ({ session }) => {
      const { perms } = signedIn({ session })
      const readable = services.resources.filter(({ area }) => area !== null && perms.includes(`r-${area}`))
      return { data: await services.records.totals(readable) }
    },
  })

/** The trail, the debug log, and what the dashboard counts. */
export const activityRoutes = (services: Services): Route[] => [
  listRoute(services),
  exportRoute(services),
  summaryRoute(services),
  entryRoute(services),
  totalsRoute(services),
]
