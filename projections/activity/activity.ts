import { personTypes } from '../../domain/person.ts'
import type { Pool } from 'pg'
import { auditFacts } from '../../domain/events/audit.ts'
import { credentialFacts } from '../../domain/sign-in.ts'
import { inEnglish, type Message } from '../../domain/message.ts'
import type { Resource } from '../../domain/resource.ts'
import { activityList } from '../fold/fold-activity.ts'
import { type ActedEntry, type ActedRow, entriesOf, labelsOfFields } from './entry.ts'
import { actorNameSql, dayBeginsSql, keywordSql, placeholders, quote } from '../sql.ts'

/** `type`: 'Changes' is all but sign-ins; `keyword` finds people and records; `from` and `to` are whole days in `zone`; none is newer than `until`. */
export type ActivityFilter = {
  type: string
  outcome?: 'done' | 'failed' | undefined
  keyword?: string | undefined
  resource?: string | undefined
  recordId?: number | undefined
  actor?: { type: string; id: string } | undefined
  /** The id of a job: what it did. */
  job?: string | undefined
  from?: string | undefined
  to?: string | undefined
  zone?: string | undefined
  until?: string | undefined
}

export type ActivityOptions = ActivityFilter & { page: number; perPage: number }

/** One entry, under the wire's names (docs/specification/wire.md#fields). `id` is the event's position, or `attempt-<n>` for a failed sign-in. */
export type ActivityEntry = ActedEntry & {
  actionType: string
  actionDesc: string
  /** The message that `actionDesc` is in English. */
  says: Message
  modelAffected: string | null
  modelID: string | null
  recordName: string | null
  changedFields: string[]
  /** What people call these fields. */
  changedLabels: string[]
  /** The job that it was part of, and how many records this did the same to. */
  job: { id: string; count: number } | null
}

/** Rows of another table in the same feed, as SQL that selects id, at, actor_type, actor_id, action_desc and count; all of type Login. */
export type ExtraLogins = { sql: string }

/** Failed sign-ins, without the name that was typed and without an address (L1b, L4). */
export const failedSignIns: ExtraLogins = {
  sql: `select 'attempt-' || id as id, at, person_type as actor_type, person_id::text as actor_id,
    'failed' || case when attempts > 1 then ' (' || attempts || ' times)' else '' end as action_desc from auth.sign_in_attempt`,
}

type Result = ActedRow & {
  action_type: string
  event_type: string | null
  action_desc: string | null
  resource: string | null
  record_id: number | null
  record_name: string | null
  changed_fields: string[]
  job: string | null
  list_total: number
}

type Resources = ReadonlyMap<string, Resource>

const signIns: Readonly<Record<string, string>> = {
  SignedIn: 'signed in',
  SignedOut: 'signed out',
  SignInEnded: 'the sign-in was ended',
}

const past: Readonly<Record<string, string>> = {
  create: '{record} created',
  edit: '{record} updated',
  activate: '{record} activated',
  deactivate: '{record} deactivated',
  delete: '{record} deleted',
  restore: '{record} restored',
  revert: '{record} reverted',
}

/** What an event did, for people: "post created". */
const describe = (resources: Resources, { event_type: type, resource: name }: Result): Message => {
  const signIn = signIns[type ?? '']
  if (signIn) return { id: signIn, values: {} }
  const audited = auditFacts[type ?? '']
  if (audited) {
    const plural = resources.get(name ?? '')?.plural ?? name ?? ''
    return { id: audited.says, values: { plural } }
  }
  const resource = resources.get(name ?? '')
  const verb = resource?.verbOf[type ?? '']
  if (!resource || !verb) {
    const fact = Object.entries(credentialFacts).find(([end]) => type?.endsWith(end))
    return { id: fact?.[1] ?? type ?? '', values: {} }
  }
  const [record, id] = [resource.label.toLowerCase(), past[verb]]
  if (id) return { id, values: { record } }
  const said = resource.verbs[verb]?.label ?? verb
  return { id: '{record} updated: {verb}', values: { record, verb: said.toLowerCase() } }
}

const describeFailure = (text: string): Message => {
  const times = /\((\d+) times\)/.exec(text)?.[1]
  return times ? { id: 'failed ({times} times)', values: { times: Number(times) } } : { id: text, values: {} }
}

const saidOf = (says: Message) => ({ actionDesc: inEnglish(says), says })

const recordNameSql = (resources: Resources): string => {
  const cases = [...resources.keys()].map(
    (name) => `when '${name}' then (select r.label from ${quote(name)} r where r.id = one.record_id)`,
  )
  return cases.length === 0 ? 'null' : `case one.resource ${cases.join(' ')} end`
}

export const changes = 'Changes'

/** People and records whose names hold a keyword, each found by the index over its names. */
const namedLike = (resources: Resources, keyword: string, put: (value: unknown) => string) => {
  const hit = keywordSql(keyword, 't.keyword', put)
  if (hit === null) return null
  const searched = [...resources.values()].filter(({ list }) => list.search.length > 0)
  const records = searched.map(
    ({ name }) => `select '${name}' as resource, t.id as record_id from ${quote(name)} t where ${hit}`,
  )
  const actors = personTypes
    .filter((name) => resources.has(name))
    .map((name) => `select '${name}' as actor_type, t.id::text as actor_id from ${quote(name)} t where ${hit}`)
  return { records: records.join(' union all '), actors: actors.join(' union all ') }
}

const typeSql = (type: string, put: (value: unknown) => string): string[] => {
  if (type === changes) return ["action_type not in ('Login', 'Logout')"]
  return type === '' ? [] : [`action_type = ${put(type)}`]
}

const conditionsOf = (resources: Resources, options: ActivityFilter, put: (value: unknown) => string) => {
  const { type, resource, recordId, actor, from, to, zone = 'UTC', until } = options
  const named = namedLike(resources, options.keyword ?? '', put)
  const always = [
    ...(actor ? [`actor_type = ${put(actor.type)} and actor_id = ${put(actor.id)}`] : []),
    ...(from ? [`at >= ${dayBeginsSql(from, zone, put)}`] : []),
    ...(to ? [`at < ${dayBeginsSql(to, zone, put, 1)}`] : []),
    ...(until ? [`at <= ${put(until)}`] : []),
  ]
  const events = [
    ...typeSql(type, put),
    ...(resource ? [`resource = ${put(resource)}`] : []),
    ...(recordId === undefined ? [] : [`record_id = ${put(recordId)}`]),
    ...(options.job ? [`job = ${put(options.job)}`] : []),
    ...(options.outcome === 'failed' ? ['false'] : []),
    ...(named
      ? [
          // Names mean few entries, whatever the planner thinks of a parameter: each is looked up by its index.
          `position = any(array(
             select found.position from (${named.records}) hit cross join lateral (
               select a.position from activity a where a.resource = hit.resource and a.record_id = hit.record_id offset 0) found
             union select found.position from (${named.actors}) who cross join lateral (
               select a.position from activity a where a.actor_type = who.actor_type and a.actor_id = who.actor_id offset 0) found))`,
        ]
      : []),
  ]
  const extras = named ? [`(actor_type, actor_id) in (${named.actors})`] : []
  const isKeptTotal = always.length === 0 && events.length === typeSql(type, () => '').length
  return { events: [...always, ...events], extras: [...always, ...extras], isKeptTotal }
}

// What is kept is kept by the kind of action.
const keptTotal = (type: string, put: (value: unknown) => string): string =>
  type === changes
    ? `(select coalesce(sum(case resource when '${activityList()}' then active else -active end), 0)::integer from list_total
        where resource in ('${activityList()}', '${activityList('Login')}', '${activityList('Logout')}'))`
    : `coalesce((select active from list_total where resource = ${put(activityList(type))}), 0)`

const where = (conditions: readonly string[]) => (conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`)

const eventColumns =
  'position::text as id, position, at, actor_type, actor_id, action_type, event_type, null::text as action_desc, resource, record_id, changed_fields, job'
const extraColumns =
  "id, 0 as position, at, actor_type, actor_id, 'Login' as action_type, null as event_type, action_desc, null as resource, null::integer as record_id, '{}'::text[] as changed_fields, null::text as job"
const newestFirst = 'order by at desc, position desc'

/** A page of the trail as a statement. Exported so that tests ask for the very same. */
export const activityStatement = (resources: Resources, options: ActivityOptions, extra: ExtraLogins | null) => {
  const { values, put } = placeholders()
  const { events, extras: ofExtras, isKeptTotal } = conditionsOf(resources, options, put)
  const conditions = where(events)
  const total = isKeptTotal ? keptTotal(options.type, put) : `(select count(*)::integer from activity ${conditions})`
  const limit = `limit ${options.perPage} offset ${put((options.page - 1) * options.perPage)}`
  const isExtra =
    extra !== null &&
    (options.type === '' || options.type === 'Login') &&
    options.outcome !== 'done' &&
    !options.resource &&
    !options.job &&
    options.recordId === undefined
  const source = { total, rows: `select ${eventColumns} from activity ${conditions} ${newestFirst} ${limit}` }
  if (isExtra) {
    const extras = `(${extra.sql}) attempt ${where(ofExtras)}`
    const most = `limit ${put(options.page * options.perPage)}`
    source.total = `${total} + (select count(*)::integer from ${extras})`
    source.rows = `select * from ((select ${eventColumns} from activity ${conditions} ${newestFirst} ${most})
      union all (select ${extraColumns} from ${extras} order by at desc ${most})) both_kinds ${newestFirst} ${limit}`
  }
  const text = `select counted.total as list_total, page.* from (select ${source.total} as total) counted left join lateral (
    select one.*, ${actorNameSql('one.actor_type', 'one.actor_id')} as actor_name, ${recordNameSql(resources)} as record_name from (${source.rows}) one) page on true
    order by page.at desc, page.position desc`
  return { text, values }
}

const kindOf = (row: Pick<Result, 'job' | 'resource' | 'action_type'>) =>
  `${row.job} ${row.resource} ${row.action_type}`

/** How many records the jobs of some entries did the same to. */
const jobCounts = async (pool: Pool, rows: readonly Result[]): Promise<ReadonlyMap<string, number>> => {
  const jobs = [...new Set(rows.flatMap(({ job }) => job ?? []))]
  if (jobs.length === 0) return new Map()
  const text = `select job, resource, action_type, count(distinct record_id)::integer as count from activity
    where job = any($1) group by job, resource, action_type`
  const found = await pool.query<Pick<Result, 'job' | 'resource' | 'action_type'> & { count: number }>(text, [jobs])
  return new Map(found.rows.map(({ count, ...kind }) => [kindOf(kind), count]))
}

/** A page of the trail, newest first, with the total; sign-ins and, when given, other rows of type Login in their place by time. */
export const listActivity = async (
  pool: Pool,
  options: ActivityOptions,
  extra: ExtraLogins | null,
  resources: Resources,
): Promise<{ rows: ActivityEntry[]; total: number }> => {
  const { rows } = await pool.query<Result>(activityStatement(resources, options, extra))
  const counts = await jobCounts(pool, rows)
  const entries = entriesOf(rows, (row) => ({
    actionType: row.action_type,
    ...saidOf(row.action_desc === null ? describe(resources, row) : describeFailure(row.action_desc)),
    modelAffected: row.resource,
    modelID: row.record_id === null ? null : String(row.record_id),
    recordName: row.record_name,
    changedFields: row.changed_fields,
    changedLabels: labelsOfFields(resources.get(row.resource ?? ''), row.changed_fields),
    job: row.job === null ? null : { id: row.job, count: counts.get(kindOf(row)) ?? 1 },
  }))
  return { rows: entries, total: Number(rows[0]?.list_total ?? 0) }
}
