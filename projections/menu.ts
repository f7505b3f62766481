import { highestAt } from './past/totals.ts'
import type { Reader } from './reader.ts'

export type MenuContent = { type: 'post' | 'page'; id: number; name: string | null; slug: string; isActive: boolean }

const mostOffered = 1_000

const select = (type: 'post' | 'page', condition: string) =>
  `select '${type}' as type, t.id, t.label as name, t.slug, t.status = 'active' as "isActive" from ${type} t where ${condition}`

/** What entries of the menu lead to; what lies in Trash or never was is missing. */
export const menuContents = async (
  pool: Reader,
  posts: readonly number[],
  pages: readonly number[],
): Promise<MenuContent[]> => {
  const text = `${select('post', `t.id = any($1) and t.status <> 'deleted'`)} union all ${select('page', `t.id = any($2) and t.status <> 'deleted'`)}`
  return (await pool.query<MenuContent>({ name: 'menu-contents', text, values: [posts, pages] })).rows
}

/** What may be added to the menu: active posts and pages, the newest first, at most 1,000 of each. */
export const menuSources = async (pool: Reader): Promise<MenuContent[]> => {
  const newest = (type: 'post' | 'page') =>
    `(${select(type, `t.status = 'active'${pool.isThen ? ` and t.id <= ${highestAt(type)}` : ''}`)} order by t.id desc limit ${mostOffered})`
  const text = `${newest('post')} union all ${newest('page')}`
  return (await pool.query<MenuContent>({ name: 'menu-sources', text })).rows
}
