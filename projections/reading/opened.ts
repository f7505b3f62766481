import { post } from '../../domain/resources/post.ts'
import type { Reader } from '../reader.ts'
import { scopeSql } from '../scope.ts'

/** True for a post that employees read. */
export const isPostShown = async (pool: Reader, id: number): Promise<boolean> => {
  const text = `select from post p where p.id = $1 and ${scopeSql(post, 'portal', 'p')}`
  return (await pool.query({ name: 'is-post-shown', text, values: [id] })).rows.length > 0
}
