import { employees, staff } from '../../domain/person.ts'
import type { Resource } from '../../domain/resource.ts'
import { actorsLike } from '../activity/named.ts'
import { ownedSql } from '../list.ts'
import type { Reader } from '../reader.ts'
import { placeholders, quote } from '../sql.ts'

/** One of the staff; `value` is what the filter of a list takes (`user-7`). */
export type Author = { value: string; label: string }

/** Who is meant: by a part of a name, everybody for none; or by what a filter holds. At most `limit`. */
export type AuthorsAsked = { keyword: string; author?: string | undefined; limit: number }

/** Staff who made a record of a resource that its list shows, by name. */
export const authorsOf = async (
  pool: Reader,
  resources: ReadonlyMap<string, Resource>,
  resource: Resource,
  { keyword, author, limit }: AuthorsAsked,
): Promise<Author[]> => {
  const { values, put } = placeholders()
  // A list is no way to find people by what it does not show, such as their addresses.
  const hidden = new Set([staff, employees])
  const own = author === undefined ? 'true' : `who.actor_type || '-' || who.actor_id = ${put(author)}`
  const made = ["t.status <> 'deleted'", ...ownedSql(resource)].join(' and ')
  const text = `select who.actor_type || '-' || who.actor_id as value, who.label
    from (${actorsLike(resources, keyword, hidden, put).join(' union all ')}) who
    where ${own} and exists (select from ${quote(resource.name)} t
      where t.created_by_type = who.actor_type and t.created_by_id = who.actor_id and ${made})
    order by lower(who.label), who.actor_id limit ${limit}`
  return (await pool.query<Author>(text, values)).rows
}
