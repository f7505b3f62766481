import { post } from '../../domain/resources/post.ts'
import type { Reader } from '../reader.ts'
import { scopeSql } from '../scope.ts'
import { columnsOf } from '../sql.ts'

const r = columnsOf('reaction', 'r')

/** How many employees like a post, and by which reaction one of them does; null of a post that employees do not read. */
export const reactionsOf = async (
  pool: Reader,
  id: number,
  author: number,
): Promise<{ likes: number; mine: number | null } | null> => {
  const text = `select counts.* from post p cross join lateral (
      select count(*)::integer as likes, max(r.id) filter (where ${r('author')} = $2) as mine
      from reaction r where ${r('post')} = p.id and r.status = 'active') counts
    where p.id = $1 and ${scopeSql(post, 'portal', 'p')}`
  const { rows } = await pool.query<{ likes: number; mine: number | null }>({
    name: 'reactions-of',
    text,
    values: [id, author],
  })
  return rows[0] ?? null
}
