import type { Pool } from 'pg'
import { category } from '../domain/category.ts'
import { post } from '../domain/post.ts'
import { idBySlugSql } from './find.ts'
import { withPictureSizes } from './picture-sizes.ts'
import { livePostSql } from './post-live.ts'
import { fileLink, idIn, keywordSql, placeholders, preparedName } from './sql.ts'

type Category = { id: number; name: string; slug: string }
type Near = { slug: string; name: string }

/** A post as employees read it in a list: no article, no staff fields. `created_at` is ISO UTC. */
export type PortalPost = {
  id: number
  name: string
  slug: string
  excerpt: string
  thumbnail_url: string | null
  created_at: string
  category: Category | null
  version: number
}

/** A whole post as employees read it; the neighbours by age, null at the ends (spec/decisions D13). */
export type PortalArticle = PortalPost & {
  content: string
  css: string
  previous_page: Near | null
  next_page: Near | null
}

type Result = {
  id: number
  name: string
  slug: string
  excerpt: string
  created_at: Date
  version: number
  content: string
  css: string
  category_id: number | null
  category_name: string
  category_slug: string
  file_key: string | null
  file_name: string | null
  newer_slug: string | null
  newer_name: string
  older_slug: string | null
  older_name: string
}

const columns = `t.id, t.name, t.slug, t.excerpt, t.created_at, t.version, c.id as category_id, c.name as category_name,
  c.slug as category_slug, f.key as file_key, f.name as file_name`
const joins = `left join category c on c.id = t.category left join file f on f.id = t.thumbnail and f.status <> 'deleted'`

// Posts of a category that is not active are not listed; those without one are.
const hidden = "array(select id from category where status <> 'active')"
const isListed = (alias: string) => `${alias}.status = 'active' and coalesce(${alias}.category <> all(${hidden}), true)`

const toPost = (row: Result): PortalPost => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  excerpt: row.excerpt,
  version: row.version,
  created_at: row.created_at.toISOString(),
  thumbnail_url: row.file_key !== null && row.file_name !== null ? fileLink(row.file_key, row.file_name) : null,
  category: row.category_id === null ? null : { id: row.category_id, name: row.category_name, slug: row.category_slug },
})

const near = (slug: string | null, name: string): Near | null => (slug === null ? null : { slug, name })

const toArticle = async (pool: Pool, row: Result): Promise<PortalArticle> => ({
  ...toPost(row),
  content: await withPictureSizes(pool, row.content),
  css: row.css,
  previous_page: near(row.newer_slug, row.newer_name),
  next_page: near(row.older_slug, row.older_name),
})

export type PortalListOptions = { page: number; perPage: number; keyword: string; category: string }

/** The statement of a page of the portal's posts, newest first, with the total. */
export const portalListStatement = ({ page, perPage, keyword, category: chosen }: PortalListOptions) => {
  const { values, put } = placeholders()
  const search = keywordSql(keyword, 't.keyword', put)
  const id = idIn(chosen)
  const inCategory =
    chosen === '' ? null : `t.category = ${id === null ? idBySlugSql(category, 'portal', put(chosen)) : put(id)}`
  const where = [isListed('t'), search, inCategory].filter((condition) => condition !== null).join(' and ')
  const from = (page - 1) * perPage
  const limit = `order by t.created_at desc, t.id desc limit ${perPage}${from === 0 ? '' : ` offset ${put(from)}`}`
  const isKept = search === null && inCategory === null
  const total = isKept
    ? `select coalesce((select active from list_total where resource = 'post'), 0)
        - (select count(*)::int from post t where t.status = 'active' and t.category = any(${hidden})) as total`
    : 'select count(*)::int as total from hit'
  const hits = isKept ? '' : `with hit as materialized (select t.id, t.created_at from post t where ${where})`
  const ids = isKept
    ? `select t.id, t.created_at from post t where ${where} ${limit}`
    : `select t.id, t.created_at from hit t ${limit}`
  const text = `${hits} select counted.total as list_total, page.* from (${total}) counted
    left join lateral (select one.* from (${ids}) page cross join lateral (select ${columns} from post t ${joins} where t.id = page.id offset 0) one) page on true
    order by page.created_at desc, page.id desc`
  const kind = [
    search === null ? '' : search.startsWith('strpos') ? 'short' : 'keyword',
    inCategory === null ? '' : id === null ? 'category~' : 'category',
  ]
  return { ...preparedName('portal-posts', ...kind, String(perPage), from === 0 ? '' : 'deep'), text, values }
}

/** A page of the posts that employees may read, newest first. The category filter takes an id or a slug (spec/decisions T7). */
export const portalPosts = async (
  pool: Pool,
  options: PortalListOptions,
): Promise<{ rows: PortalPost[]; total: number }> => {
  const { rows } = await pool.query<Result & { list_total: number }>(portalListStatement(options))
  return { rows: rows.filter((row) => row.id !== null).map(toPost), total: Number(rows[0]?.list_total ?? 0) }
}

const neighbour = (alias: string, comparison: '>' | '<', direction: '' | ' desc') => `left join lateral (
  select n.slug, n.name from post n where n.status = 'active' and (n.created_at, n.id) ${comparison} (t.created_at, t.id)
  order by n.created_at${direction}, n.id${direction} limit 1) ${alias} on true`

const articleSql = (id: string) => `
  select ${columns}, t.content, t.css, newer.slug as newer_slug, newer.name as newer_name, older.slug as older_slug, older.name as older_name
  from post t ${joins} ${neighbour('newer', '>', '')} ${neighbour('older', '<', ' desc')}
  where t.id = ${id} and t.status = 'active'`

/** The statement of one post by id or slug; null for digits that are no id. */
export const articleStatement = (key: string) => {
  const isId = /^\d+$/.test(key)
  if (isId && idIn(key) === null) return null
  const text = articleSql(isId ? '$1::integer' : idBySlugSql(post, 'portal', '$1'))
  return { name: isId ? 'portal-post-id' : 'portal-post-slug', text, values: [key] }
}

/** One active post by id or slug (also a former one), with its neighbours. Null when employees may not read it. */
export const portalPost = async (pool: Pool, key: string): Promise<PortalArticle | null> => {
  const statement = articleStatement(key)
  if (!statement) return null
  const { rows } = await pool.query<Result>(statement)
  return rows[0] ? toArticle(pool, rows[0]) : null
}

/** The post on the landing page, or null (spec/decisions D1, T16). */
export const featuredPost = async (pool: Pool): Promise<PortalArticle | null> => {
  const { rows } = await pool.query<Result>({ name: 'portal-featured', text: articleSql(livePostSql) })
  return rows[0] ? toArticle(pool, rows[0]) : null
}
