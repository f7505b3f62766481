import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { brotliCompressSync } from 'node:zlib'
import pg from 'pg'
import { readSchema } from '../../projections/schema.ts'
import { resources } from '../../domain/catalog.ts'

/**
 * The yardstick of reads: Node's own server and pg, with statements written by hand and prepared, which answer what Atrium answers and do nothing
 * else: no sign-in, no checks. They stay as they are, whatever Atrium's become. DATABASE_URL names the database; the port is printed.
 */
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  options: `-c search_path=${readSchema(resources).name},public`,
})

const shared = `t.id, t.slug, t.version, t.label, t.created_at, t.changed_at, t.name, t.excerpt, t.featured,
  case when t.status <> 'active' then t.changed_at end as "deletedAt", t.thumbnail, u.label as changed_by,
  case when c.id is not null then json_build_object('id', c.id, 'name', c.label, 'slug', c.slug) end as category`
const joins = `left join category c on c.id = t.category
  left join "user" u on t.changed_by_type = 'user' and t.changed_by_id = u.id::text`
const one = (id: string) =>
  `select ${shared}, t.content, t.css, t.thumbnail_focus, t.featured_at from post t ${joins} where t.id = ${id}`
const page = (from: string, limit: string) =>
  `select ${shared} from (select t.id from ${from} order by t.id desc ${limit}) page join post t on t.id = page.id ${joins} order by t.id desc`

const statements = {
  page: page("post t where t.status <> 'deleted'", 'limit $1 offset $2'),
  total: "select active + inactive as total from list_total where resource = 'post'",
  found: `with hit as materialized (select id from post where status <> 'deleted' and keyword like $3)
    select (select count(*)::int from hit) as total, page.* from (${page('hit t', 'limit $1 offset $2')}) page`,
  slug: one('(select id from post where slug = $1 order by id desc limit 1)'),
  me: `select u.*, r.name as role_name, r.perms from auth.sign_in s join "user" u on u.id = s.person_id
    left join role r on r.id = u.role where s.token_hash = $1`,
}

const ask = async (name: keyof typeof statements, values: unknown[]) =>
  (await pool.query({ name, text: statements[name], values })).rows

const list = async (asked: URLSearchParams) => {
  const perPage = Number(asked.get('per_page') ?? 20)
  const bounds = [perPage, (Number(asked.get('page') ?? 1) - 1) * perPage]
  const keyword = asked.get('keyword')
  const found = keyword ? await ask('found', [...bounds, `%${keyword}%`]) : null
  const [rows, [counted]] = found ? [found, found] : await Promise.all([ask('page', bounds), ask('total', [])])
  const total = Number(counted?.total ?? 0)
  return { data: rows, meta: { total_page: Math.ceil(total / perPage), total_item: total } }
}

const me = async (token: string) => ({ data: (await ask('me', [createHash('sha256').update(token).digest()]))[0] })

// As long as a page of the site is once it is compressed.
const sitePage = brotliCompressSync(randomBytes(7_000))

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bare')
  if (!pathname.startsWith('/api/')) {
    const headers = { 'content-type': 'text/html', 'content-encoding': 'br', 'content-length': sitePage.length }
    return void response.writeHead(200, headers).end(sitePage)
  }
  const [, , what, key] = pathname.split('/')
  const answer =
    what === 'me'
      ? await me((request.headers.authorization ?? '').replace('Bearer ', ''))
      : key === undefined
        ? await list(searchParams)
        : { data: (await ask('slug', [key]))[0] }
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(answer))
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`)
})
