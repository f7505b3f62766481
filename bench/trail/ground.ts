import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { pino } from 'pino'
import { openBase } from '../../app/open.ts'
import { resources } from '../../domain/catalog.ts'
import { readConfig } from '../../platform/config.ts'
import { alone } from '../../platform/database/connection.ts'
import { createIndexes, createSchema, type Queryable, readSchema, schemaExists } from '../../projections/schema.ts'

const schema = readSchema(resources)

/** The newest entry; of a trail of 1,000 every thousandth of these is there. */
export const last = 1_000_000

// Shares follow from a hash, so that they hold in every part of the trail.
const drawn = (seed: number, most: number) => `((hashint4extended(n, ${seed}) & 1073741823) % ${most})`
const oneOf = (seed: number, names: readonly string[]) =>
  `(array[${names.map((name) => `'${name}'`).join(', ')}])[1 + ${drawn(seed, names.length)}]`

// Three of ten entries are a job's that runs by itself; one of 10,000 is somebody's who does little.
const actor = {
  type: `case when ${drawn(3, 10)} < 3 then 'system' else 'user' end`,
  id: `case when ${drawn(3, 10)} < 3 then 'publishing' when ${drawn(5, 10_000)} = 1 then '99' else (1 + ${drawn(11, 20)})::text end`,
}
const kinds = ['Update', 'Update', 'Update', 'Update', 'Update', 'Create', 'Create', 'Login', 'Logout', 'Delete']
const isFailed = `${drawn(7, 10)} = 7 and ${drawn(13, 3)} = 0`
const tables = ['post', 'post', 'post', 'post', 'page', 'page', 'category', 'file', 'employee', 'banner']
// A job that went over 50,000 records, and many over 500.
const isOfLongJob = 'n between 400000 and 449999'
const job = `case when ${isOfLongJob} then '00000000-0000-4000-8000-000000000001' when (n / 500) % 20 < 2 then (md5('job' || n / 500))::uuid::text end`
/** The requests of the long job, and of some entries. */
export const requests = {
  many: '00000000-0000-4000-8000-000000000002',
  few: createHash('md5')
    .update('request24600')
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
}

const request = `case when ${isOfLongJob} then '${requests.many}' else (md5('request' || n / 5))::uuid::text end`

/** The names of an address from which nearly all failed sign-ins came, and of one from which some did. */
export const addresses = { most: 'a'.repeat(32), some: 'b'.repeat(32) }

const fillSql = (
  every: number,
) => `insert into activity (position, at, recorded_at, actor_type, actor_id, action_type, event_type, resource, record_id, changed_fields, said, job, request_id, address)
  select n, at, at, ${actor.type}, ${actor.id}, case when ${drawn(5, 20_000)} = 2 then 'Restore' else ${oneOf(7, kinds)} end,
    case when ${isFailed} then 'SignInFailed' when ${oneOf(7, kinds)} = 'Login' then 'SignedIn' else 'PostEdited' end,
    case when ${drawn(17, 10_000)} = 3 then 'role' else ${oneOf(17, tables)} end,
    case when ${drawn(19, 40)} = 0 then 6 else 10 + ${drawn(19, 5_000)} end,
    case when ${drawn(23, 10)} = 0 then '{stage}' else '{excerpt,name}'::text[] end,
    case when ${drawn(23, 10)} = 0 then array['stage=' || ${oneOf(29, ['draft', 'open', 'approved', 'closed'])}] else array['name=post ' || ${drawn(31, 5_000)}] end,
    ${job}, ${request}, case when ${isFailed} then case when ${drawn(37, 10)} = 0 then '${addresses.some}' else '${addresses.most}' end end
  from (select n, '2024-01-01'::timestamptz + n * (interval '900 days' / ${last}) as at
    from generate_series(${every}, ${last}, ${every}) n) entry`

const totals = `insert into list_total (resource, active, inactive, deleted)
  select case when action_type is null then 'activity' else 'activity:' || action_type end, count(*), 0, 0
    from activity group by grouping sets ((), (action_type))
  union all select 'activity@' || to_char(at at time zone 'UTC', form), count(*), 0, 0
    from activity cross join (values ('YYYY-MM-DD'), ('YYYY-MM-DD"T"HH24')) forms (form) group by 1`

const people = `insert into "user" (id, status, label, keyword) select id, 'active', 'Person ' || id, 'person ' || id || E'\\nperson' || id
  from generate_series(1, 99) id`
const posts = `insert into post (id, status, name, label, slug, keyword) select id, 'active', 'Title ' || id, 'Title ' || id, 'title-' || id, 'title ' || id from generate_series(1, 5010) id`

const fill = async (client: Queryable, entries: number): Promise<void> => {
  await createSchema(client, schema)
  const reached = `update checkpoint set position = ${last}`
  for (const text of [people, posts, fillSql(last / entries), totals, reached]) await client.query(text)
  await createIndexes([client], schema)
}

export type Ground = { pool: pg.Pool; entries: number; close(): Promise<void> }

/** Opens a trail of so many entries in a folder, or in a temporary one, filled unless it is. */
export const openGround = async (entries: number, data?: string): Promise<Ground> => {
  const dataDir = data ?? mkdtempSync(join(tmpdir(), 'atrium-bench-'))
  mkdirSync(dataDir, { recursive: true })
  const base = await openBase(
    readConfig({ DATA_DIR: dataDir, PORT: '0', DEMO: 'off' }),
    pino({ level: 'error' }),
    resources,
  )
  await alone(base.pool, async (client) => {
    await client.query('set statement_timeout = 0')
    if (!(await schemaExists(client, schema.name))) await fill(client, entries)
  })
  const close = async () => {
    await base.close()
    if (data === undefined) rmSync(dataDir, { recursive: true, force: true })
  }
  return { pool: base.pool, entries, close }
}
