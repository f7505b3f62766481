import { createServer, type IncomingMessage } from 'node:http'
import pg from 'pg'
import { searchableText } from '../../domain/comparable.ts'

/**
 * The yardstick of writes: Node's own server and pg, which write an event, a row and a counter in one transaction of one prepared
 * statement and do nothing else: no sign-in, no checks, no history. Their tables have the columns and indexes of ours. DATABASE_URL names
 * the database; the port is printed.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, options: '-c search_path=bare,public' })

const event = `insert into event (stream, revision, id, type, data, meta)`
const statements = {
  create: `with made as (select nextval('post_id')::integer as id),
    said as (${event} select 'post-' || id, 0, gen_random_uuid(), 'PostCreated', $1::jsonb, $2::jsonb from made returning position),
    counted as (update list_total set active = active + 1 where resource = 'post')
    insert into post (id, status, version, slug, slugs, created_at, changed_at, label, name, excerpt, category, content, keyword, position, featured)
    select id, 'active', 1, $3 || '-' || id, array[$3 || '-' || id], now(), now(), $4, $4, $5, $6, $7, $8, position, false from made, said
    returning id, slug, version, position`,
  edit: `with changed as (update post set name = $4, label = $4, keyword = $5, version = version + 1, changed_at = now()
      where id = $1 returning id, slug, version, position),
    said as (${event} select 'post-' || id, version - 1, gen_random_uuid(), 'PostEdited', $2::jsonb, $3::jsonb from changed returning position),
    counted as (update list_total set active = active where resource = 'post')
    select changed.*, said.position as at from changed, said`,
  set: `with changed as (update post set status = $4, version = version + 1, changed_at = now()
      where id = $1 returning id, slug, version, position),
    said as (${event} select 'post-' || id, version - 1, gen_random_uuid(), $5, $2::jsonb, $3::jsonb from changed returning position),
    counted as (update list_total set active = active + $6, inactive = inactive - $6 where resource = 'post')
    select changed.*, said.position as at from changed, said`,
}

const ask = async (name: keyof typeof statements, values: unknown[]) =>
  (await pool.query({ name, text: statements[name], values })).rows[0]

const bodyOf = async (request: IncomingMessage) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return parts.length === 0 ? {} : JSON.parse(Buffer.concat(parts).toString())
}

const meta = JSON.stringify({ version: 1, at: new Date().toISOString(), actor: { type: 'user', id: 1 } })

const create = ({ name, excerpt, category, content }: Record<string, string>) => {
  const slug = String(name).toLowerCase().replaceAll(/\W+/g, '-')
  const data = JSON.stringify({ name, excerpt, category, content, slug })
  return ask('create', [data, meta, slug, name, excerpt, category, content, searchableText(`${name}\n${slug}`)])
}

const edit = (id: number, { name }: Record<string, string>) =>
  ask('edit', [id, JSON.stringify({ name }), meta, name, searchableText(String(name))])

const set = (id: number, verb: string) => {
  const isOn = verb === 'activate'
  const type = isOn ? 'PostActivated' : 'PostDeactivated'
  return ask('set', [id, '{}', meta, isOn ? 'active' : 'inactive', type, isOn ? 1 : -1])
}

const server = createServer(async (request, response) => {
  const [, , , id, verb] = (request.url ?? '').split('/')
  const body = await bodyOf(request)
  const data = id === undefined ? await create(body) : await (verb ? set(Number(id), verb) : edit(Number(id), body))
  response.statusCode = data ? 200 : 500
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ data, message: 'Done.' }))
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`)
})
