import { createServer } from 'node:http'
import { post } from '../domain/resources/post.ts'
import { catalog, resources } from '../domain/catalog.ts'
import { openPool } from '../platform/database/pool.ts'
import { silentLog } from '../platform/logger.ts'
import { findStatement } from '../projections/find.ts'
import { listStatement } from '../projections/list.ts'
import { useReadSchema } from '../projections/schema.ts'

/**
 * The yardstick: Node's own server and pg, which run the very statements that Atrium runs and do nothing else: no sign-in,
 * no checks, no shaping. DATABASE_URL names the database; the port is printed.
 */
const pool = openPool(process.env.DATABASE_URL ?? '', silentLog)
await useReadSchema(pool, resources)

const server = createServer(async (request, response) => {
  const { pathname, searchParams: asked } = new URL(request.url ?? '/', 'http://bare')
  const slug = pathname.split('/')[3]
  const perPage = Number(asked.get('per_page') ?? 20)
  const options = {
    page: Number(asked.get('page') ?? 1),
    perPage,
    keyword: asked.get('keyword') ?? '',
    status: '',
    filters: {},
    scope: 'staff',
  } as const
  const { read: _read, ...statement } = slug
    ? findStatement(post, slug, 'staff', catalog)
    : listStatement(post, options, catalog)
  const { rows } = await pool.query(statement)
  const total = Number(rows[0]?.list_total ?? 0)
  response.setHeader('content-type', 'application/json')
  response.end(
    JSON.stringify(
      slug ? { data: rows[0] } : { data: rows, meta: { total_page: Math.ceil(total / perPage), total_item: total } },
    ),
  )
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`)
})
