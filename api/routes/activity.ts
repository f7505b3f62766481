import { isIP } from 'node:net'
import { staff } from '../../domain/person.ts'
import { z } from 'zod'
import { splitStream } from '../../domain/event.ts'
import { holdsAny } from '../../domain/permission.ts'
import { sightOf } from '../../domain/people/personal.ts'
import { accessDenied, Rejected } from '../../domain/rejected.ts'
import type { ActivityEntry } from '../../projections/activity/activity.ts'
import type { ActivityFilter } from '../../projections/activity/conditions.ts'
import { messageSchema } from '../body/fields.ts'
import { requestId } from '../server/request-id.ts'
import { type Route, route, type Session, signedIn } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { hiddenFrom } from '../wire/masked.ts'
import { peopleNamed } from '../wire/schedule.ts'
import { asOf, auditors, momentQuery, servicesAt } from '../wire/moment.ts'
import { day, listMeta, metaSchema, moment, plain, whole } from '../wire/wire.ts'

/** The permissions of which one opens the trail. */
export const trailReaders = ['r-activity_trail', 'r-audit']

const absent = z.literal('').transform(() => undefined)

/** Who did it, as the trail's filter takes it. */
export const actorFilter = absent.or(
  z
    .string()
    .regex(/^(user|employee|system)-[\w.:-]{1,80}$/, '{name} is a person such as user-7.')
    .transform(splitStream)
    .transform(({ category: type, id }) => ({ type, id })),
)

const addressText = '{name} is an address such as 203.0.113.7.'

/** What the trail is filtered by. */
export const filters = {
  type: plain(40).default(''),
  outcome: absent.or(z.enum(['done', 'failed'], '{name} is done or failed.')).optional(),
  keyword: plain(200).optional(),
  resource: absent.or(plain(40)).optional(),
  record: absent.or(whole(1, 999_999_999)).optional(),
  actor: actorFilter.optional(),
  field: absent.or(plain(80)).optional(),
  value: absent.or(plain(80)).optional(),
  job: absent.or(z.uuid('{name} is the id of a job.')).optional(),
  request_id: absent.or(z.string().regex(requestId, '{name} is the id of a request.')).optional(),
  address: absent.or(z.string(addressText).regex(/^[0-9a-f]{32}$|^[0-9a-fA-F:.]{2,45}$/, addressText)).optional(),
  from: absent.or(moment).optional(),
  to: absent.or(moment).optional(),
}

/** What the debug log is filtered by. */
export const debugFilters = {
  keyword: plain(200).optional(),
  level: absent.or(z.enum(['warning', 'error'], '{name} is warning or error.')).optional(),
  from: absent.or(day).optional(),
  to: absent.or(day).optional(),
}

type Filters = z.output<z.ZodObject<typeof filters>>

// An address is looked for under its names of all months; a name stands for itself. To others the trail tells nothing of addresses.
const namesOfAddress = async (
  { addressNamesOf }: Pick<Services, 'addressNamesOf'>,
  address: string,
  { perms }: Pick<Session, 'perms'>,
) => {
  if (!perms.includes('r-audit')) throw new Rejected(accessDenied, 'forbidden')
  if (/^[0-9a-f]{32}$/.test(address)) return [address]
  if (isIP(address) === 0) throw new Rejected(addressText, 'malformed', { values: { name: 'address' } })
  return addressNamesOf(address)
}

/** A filter as the read side takes it. @throws Rejected forbidden for values of a resource that the reader sees nothing of, validation for a value of no field */
export const filterFor = async (
  services: Services,
  { record, request_id: request, address, ...asked }: Filters,
  reader: Pick<Session, 'perms'>,
): Promise<ActivityFilter> => {
  if (asked.value !== undefined) {
    const resource = services.resources.find(({ name }) => name === asked.resource)
    if (!resource || !asked.field)
      throw new Rejected('A value is looked for in one field of one kind of record.', 'malformed')
    if (sightOf(resource, reader.perms) === 'none') throw new Rejected(accessDenied, 'forbidden')
  }
  const addresses = address === undefined ? undefined : await namesOfAddress(services, address, reader)
  return {
    ...asked,
    request,
    recordId: record,
    addresses,
    zone: await services.timeZone(),
    hidden: hiddenFrom(services, reader),
  }
}

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
  /** Who proposed what somebody else published. */
  proposer: z.object({ id: z.string(), name: z.string() }).optional(),
  /** The name of an address, for auditors. */
  address: z.string().nullable().optional(),
  level: z.string().optional(),
  requestId: z.string().nullable().optional(),
})

// What was published after a review names that as its cause, as the work of a job names the job.
const withProposers = async (services: Services, rows: readonly ActivityEntry[], reader: Session) => {
  const proposers = await services.records.proposersOf([...new Set(rows.flatMap(({ job }) => job?.id ?? []))])
  if (proposers.size === 0) return rows
  const named = await peopleNamed(services, reader, [...proposers.values()])
  return rows.map((row) => {
    const proposer = proposers.get(row.job?.id ?? '')
    return proposer === undefined ? row : { ...row, job: null, proposer: named(proposer) }
  })
}

const listRoute = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/utility/activity_log',
    audience: { anyOf: ['r-activity_trail', 'r-audit', 'r-debug_log'] },
    atMoments: auditors,
    summary: 'Who did what, newest first; sign-ins with type=Login, the debug log with type=Error',
    query: z.object({
      ...filters,
      as_of: asOf,
      level: debugFilters.level,
      cause: absent.or(z.string().regex(/^[0-9a-f]{32}$/, '{name} is the name of a cause.')).optional(),
      page: whole(1, 1_000_000).default(1),
      per_page: whole(1, 1_000).default(20),
    }),
    response: z.object({ data: z.array(logEntry), meta: metaSchema.extend({ isMore: z.boolean().optional() }) }),
    handler: async ({ query: { page, per_page: perPage, level, cause, as_of: moment, ...asked }, session }) => {
      const reader = signedIn({ session })
      const then = await servicesAt(services, moment)
      const isDebug = asked.type === 'Error'
      if (!holdsAny(reader.perms, isDebug ? ['r-debug_log'] : trailReaders))
        throw new Rejected(accessDenied, 'forbidden')
      if (isDebug) {
        const days = { from: asked.from?.slice(0, 10), to: asked.to?.slice(0, 10), zone: await services.timeZone() }
        const until = moment === undefined ? undefined : (await services.moments.at(moment)).at
        const { rows, total } = await then.records.debug({
          keyword: asked.keyword,
          ...days,
          until,
          level,
          cause,
          page,
          perPage,
        })
        return { data: rows, meta: listMeta(total, perPage) }
      }
      const filter = await filterFor(services, asked, reader)
      const { rows, total, isMore } = await then.records.activity({ ...filter, page, perPage })
      const isAuditor = reader.perms.includes('r-audit')
      const data = (await withProposers(then, rows, reader)).map((row) => ({
        ...row,
        address: isAuditor ? row.address : null,
      }))
      return { data, meta: { ...listMeta(total, perPage), isMore } }
    },
  })

const summaryDays = 14

const summaryRoute = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/utility/activity_log/summary',
    audience: { anyOf: trailReaders },
    atMoments: auditors,
    query: momentQuery,
    summary: `Sign-ins by day and changes by resource of the last ${summaryDays} days`,
    response: z.object({
      data: z.object({
        from: z.string(),
        to: z.string(),
        days: z.array(z.object({ day: z.string(), signedIn: z.number(), failed: z.number() })),
        resources: z.array(z.object({ resource: z.string(), count: z.number() })),
      }),
    }),
    handler: async ({ query }) => {
      const { records } = await servicesAt(services, query.as_of)
      return { data: await records.activitySummary(await services.timeZone(), summaryDays) }
    },
  })

const totalsRoute = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/utility/totals',
    audience: staff,
    atMoments: auditors,
    query: momentQuery,
    summary: 'How many records there are by status, of the resources that one may read',
    response: z.object({
      data: z.array(z.object({ resource: z.string(), active: z.number(), inactive: z.number() })),
    }),
    handler: async ({ query, session }) => {
      const { perms } = signedIn({ session })
      const { records } = await servicesAt(services, query.as_of)
      const readable = services.resources.filter(({ area }) => area !== null && perms.includes(`r-${area}`))
      return { data: await records.totals(readable) }
    },
  })

/** The trail, the debug log, and what the dashboard counts. */
export const activityRoutes = (services: Services): Route[] => [
  listRoute(services),
  summaryRoute(services),
  totalsRoute(services),
]
