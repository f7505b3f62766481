import type { Pool } from 'pg'
import { actorNameSql, dayBeginsSql, keywordSql, placeholders } from '../sql.ts'
import type { ActivityEntry } from './activity.ts'
import { type ActedRow, entriesOf } from './entry.ts'

/** What the debug log is asked; days are counted as in the trail. */
export type DebugOptions = {
  page: number
  perPage: number
  keyword?: string | undefined
  level?: string | undefined
  from?: string | undefined
  to?: string | undefined
  zone?: string | undefined
}

export type DebugEntry = Omit<ActivityEntry, 'changedFields' | 'changedLabels' | 'recordName' | 'job' | 'says'> & {
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

const statementOf = (options: DebugOptions) => {
  const { values, put } = placeholders()
  const day = (value: string, add: number) => dayBeginsSql(value, options.zone ?? 'UTC', put, add)
  const named = keywordSql(options.keyword ?? '', 'e.keyword', put)
  const conditions = [
    'true',
    ...(options.level ? [`e.level = ${put(options.level)}`] : []),
    ...(options.from ? [`e.at >= ${day(options.from, 0)}`] : []),
    ...(options.to ? [`e.at < ${day(options.to, 1)}`] : []),
    ...(named ? [named] : []),
  ].join(' and ')
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
export const listDebug = async (pool: Pool, options: DebugOptions): Promise<{ rows: DebugEntry[]; total: number }> => {
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
