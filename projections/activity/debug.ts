import type { Reader } from '../reader.ts'
import { actorNameSql, dayBeginsSql, keywordSql, placeholders } from '../sql.ts'
import type { ActivityEntry } from './activity.ts'
import { type ActedRow, entriesOf } from './entry.ts'

/** What the debug log is asked; days are counted as in the trail. */
export type DebugOptions = {
  page: number
  perPage: number
  keyword?: string | undefined
  level?: string | undefined
  /** The cause of a group, as `listCauses` names it. */
  cause?: string | undefined
  from?: string | undefined
  to?: string | undefined
  zone?: string | undefined
  /** The moment after which nothing is shown. */
  until?: string | undefined
}

export type DebugEntry = Omit<
  ActivityEntry,
  'changedFields' | 'changedLabels' | 'recordName' | 'job' | 'says' | 'address'
> & {
  level: string
  requestId: string | null
}

type Result = ActedRow & {
  level: string
  route: string | null
  request_id: string | null
  message: string
  total: number
}

// Alike but for numbers.
const causeSql = `md5(e.level || ' ' || coalesce(e.route, '') || ' ' || regexp_replace(e.message, '[0-9]+', '0', 'g'))`

const conditionsOf = (options: DebugOptions, put: (value: unknown) => string): string => {
  const day = (value: string, add: number) => dayBeginsSql(value, options.zone ?? 'UTC', put, add)
  const named = keywordSql(options.keyword ?? '', 'e.keyword', put)
  return [
    'true',
    ...(options.level ? [`e.level = ${put(options.level)}`] : []),
    ...(options.cause ? [`${causeSql} = ${put(options.cause)}`] : []),
    ...(options.from ? [`e.at >= ${day(options.from, 0)}`] : []),
    ...(options.to ? [`e.at < ${day(options.to, 1)}`] : []),
    ...(options.until ? [`e.at <= ${put(options.until)}`] : []),
    ...(named ? [named] : []),
  ].join(' and ')
}

const statementOf = (options: DebugOptions) => {
  const { values, put } = placeholders()
  const conditions = conditionsOf(options, put)
  const text = `select counted.total, page.* from (select count(*)::integer as total from debug.entry e where ${conditions}) counted
    left join lateral (
      select e.id::text as id, e.at, e.level, e.route, e.request_id, e.actor_type, e.actor_id, e.message,
        ${actorNameSql('e.actor_type', 'e.actor_id')} as actor_name
      from debug.entry e where ${conditions} order by e.at desc, e.id desc
      limit ${options.perPage} offset ${put((options.page - 1) * options.perPage)}) page on true
    order by page.at desc, page.id::bigint desc`
  return { text, values }
}

/** A page of the debug log and how many entries match. */
export const listDebug = async (
  pool: Reader,
  options: DebugOptions,
): Promise<{ rows: DebugEntry[]; total: number }> => {
  const { rows } = await pool.query<Result>(statementOf(options))
  const entries = entriesOf(rows, (row) => ({
    actionType: 'Error',
    actionDesc: row.message,
    modelAffected: row.route,
    modelID: null,
    level: row.level,
    requestId: row.request_id,
  }))
  return { rows: entries, total: rows[0]?.total ?? 0 }
}

/** What failed alike: how often, since when, and the newest of them as an example. */
export type DebugCause = {
  cause: string
  level: string
  route: string | null
  message: string
  count: number
  first: Date
  last: Date
  requestId: string | null
}

/** A page of the debug log by causes, those seen last first, and how many causes match. */
export const listCauses = async (
  pool: Reader,
  options: DebugOptions,
): Promise<{ rows: DebugCause[]; total: number }> => {
  const { values, put } = placeholders()
  const limit = `limit ${options.perPage} offset ${put((options.page - 1) * options.perPage)}`
  const text = `with alike as (
      select ${causeSql} as cause, e.level, e.route, count(*)::integer as count, min(e.at) as first, max(e.at) as last,
        (array_agg(e.message order by e.at desc, e.id desc))[1] as message,
        (array_agg(e.request_id order by e.at desc, e.id desc))[1] as "requestId"
      from debug.entry e where ${conditionsOf(options, put)} group by 1, 2, 3)
    select (select count(*)::integer from alike) as total, page.*
    from (select * from alike order by last desc, cause ${limit}) page order by page.last desc, page.cause`
  const { rows } = await pool.query<DebugCause & { total: number }>(text, values)
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}
