import type { Resource } from '../../domain/resource.ts'
import { actorsLike } from '../activity/named.ts'
import type { Reader } from '../reader.ts'
import { placeholders } from '../sql.ts'

/** Somebody in the trail; `value` is what its filter takes (`user-7`). */
export type KnownActor = { value: string; label: string; type: string }

/** Who is meant: by a part of a name or an address (by names alone of those who are `hidden`), or by what a filter holds. */
export type ActorsAsked = {
  keyword: string
  actor?: { type: string; id: string } | undefined
  hidden: ReadonlySet<string>
}

const most = 10

/** People who have done something, by name; nobody where nothing is asked. */
export const findActors = async (
  pool: Reader,
  resources: ReadonlyMap<string, Resource>,
  { keyword, actor, hidden }: ActorsAsked,
): Promise<KnownActor[]> => {
  if (keyword.trim() === '' && !actor) return []
  const { values, put } = placeholders()
  const own = actor ? `who.actor_type = ${put(actor.type)} and who.actor_id = ${put(actor.id)}` : 'true'
  const text = `select who.actor_type as type, who.actor_id as id, who.label
    from (${actorsLike(resources, keyword, hidden, put).join(' union all ')}) who
    where ${own} and exists (select from activity a where a.actor_type = who.actor_type and a.actor_id = who.actor_id)
    order by who.label, who.actor_type, who.actor_id limit ${most}`
  const { rows } = await pool.query<{ type: string; id: string; label: string }>(text, values)
  return rows.map(({ type, id, label }) => ({ value: `${type}-${id}`, label, type }))
}
