import type { Pool } from 'pg'
import { personTypes } from '../../domain/person.ts'
import { keywordSql, placeholders, quote } from '../sql.ts'

/** Somebody in the trail; `value` is what its filter takes (`user-7`). */
export type KnownActor = { value: string; label: string; type: string }

/** Who is meant: by a part of a name or an address, or by what a filter holds. */
export type ActorsAsked = { keyword: string; actor?: { type: string; id: string } | undefined }

const most = 10

/** People who have done something, by name; nobody where nothing is asked. */
export const findActors = async (pool: Pool, { keyword, actor }: ActorsAsked): Promise<KnownActor[]> => {
  const { values, put } = placeholders()
  const sought = keywordSql(keyword, 't.keyword', put)
  if (sought === null && !actor) return []
  const own = actor ? `who.type = ${put(actor.type)} and who.id = ${put(actor.id)}` : 'true'
  const people = personTypes.map(
    (type) =>
      `select '${type}' as type, t.id::text as id, t.label from ${quote(type)} t where t.label is not null and ${sought ?? 'true'}`,
  )
  const text = `select who.type, who.id, who.label from (${people.join(' union all ')}) who
    where ${own} and exists (select from activity a where a.actor_type = who.type and a.actor_id = who.id)
    order by who.label, who.type, who.id limit ${most}`
  const { rows } = await pool.query<{ type: string; id: string; label: string }>(text, values)
  return rows.map(({ type, id, label }) => ({ value: `${type}-${id}`, label, type }))
}
