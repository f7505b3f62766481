import { answerVerb } from '../../domain/shapes/stages.ts'
import type { Resource } from '../../domain/resource.ts'
import { placeholders, quote } from '../sql.ts'
import type { Reader } from '../reader.ts'

// What came in longer ago is nobody's news: so the look stays short, and whoever is new does not begin with years of it.
const freshDays = 90

const fresh = (column: string) => `t.${column} > current_timestamp - interval '${freshDays} days'`

/**
 * What somebody (`user-7`) has not opened of what came in, or not since its employee answered last, as a condition on `t`. The marks are
 * kept by commands/inbox/marks.ts.
 */
export const unreadSql = (resource: Resource, reader: string, put: (value: unknown) => string): string => {
  const isTalkedAbout = resource.verbs[answerVerb] !== undefined
  const isNews = isTalkedAbout
    ? `(${fresh('created_at')} or (t.heard > 0 and ${fresh('changed_at')}))`
    : fresh('created_at')
  return `(${isNews} and not exists (select from inbox.opened o
    where o.person = ${put(reader)} and o.resource = '${resource.name}' and o.record = t.id${isTalkedAbout ? ' and o.version >= t.heard' : ''}))`
}

/** The same of somebody's own: what staff did last they have not seen. */
export const unseenSql = (resource: Resource, author: string, put: (value: unknown) => string): string =>
  `(t.version > 1 and t.changed_by_type = 'user' and ${fresh('changed_at')} and not exists (select from inbox.opened o
    where o.person = ${put(author)} and o.resource = '${resource.name}' and o.record = t.id and o.version >= t.version))`

/** Records with the versions in which they are read now. */
export const versionsOf = async (
  pool: Reader,
  { name }: Resource,
  ids: readonly number[],
): Promise<{ id: number; version: number }[]> => {
  const text = `select t.id, t.version from ${quote(name)} t where t.id = any($1::integer[])`
  return (await pool.query<{ id: number; version: number }>({ text, values: [ids] })).rows
}

/** Which of some records somebody has not opened. */
export const unreadAmong = async (
  pool: Reader,
  resource: Resource,
  reader: string,
  ids: readonly number[],
): Promise<ReadonlySet<number>> => {
  if (ids.length === 0) return new Set()
  const { values, put } = placeholders()
  const text = `select t.id from ${quote(resource.name)} t where t.id = any(${put(ids)}::integer[]) and ${unreadSql(resource, reader, put)}`
  const { rows } = await pool.query<{ id: number }>({ text, values })
  return new Set(rows.map(({ id }) => id))
}

// More are shown as "99+".
const mostCounted = 100

/** How many records somebody has not opened, by the path of the list in which they stand; at most 100 for each. */
export const countUnread = async (
  pool: Reader,
  resource: Resource,
  reader: string,
): Promise<Readonly<Record<string, number>>> => {
  const counts = (resource.inbox?.lists ?? []).map(async ({ path, where }) => {
    const { values, put } = placeholders()
    const conditions = [
      "t.status <> 'deleted'",
      unreadSql(resource, reader, put),
      ...Object.entries(where).map(([name, value]) => `t.${quote(name)} = ${put(value)}`),
    ]
    const text = `select count(*)::integer as count from
      (select from ${quote(resource.name)} t where ${conditions.join(' and ')} limit ${mostCounted}) unread`
    const { rows } = await pool.query<{ count: number }>({ text, values })
    return [path, rows[0]?.count ?? 0] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}
