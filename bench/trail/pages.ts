import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { openAtrium } from '../../app/atrium.ts'
import { passwordHasher } from '../../commands/identity/credentials/password-hash.ts'
import { catalog, resources } from '../../domain/catalog.ts'
import { readConfig } from '../../platform/config.ts'
import { type ActivityOptions, listActivity } from '../../projections/activity/activity.ts'

// npx tsx bench/trail/pages.ts [entries]; pages of the trail at 1,000 entries and at so many (1,000,000).
const most = Number(process.argv[2] ?? 1_000_000)
const rounds = 40
const asked: ActivityOptions = { page: 1, perPage: 50, type: '', hidden: new Set() }
const percentile = (values: readonly number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? 0

const fill = `insert into activity (position, at, actor_type, actor_id, action_type, event_type, resource, record_id, changed_fields, said, job, request_id)
  select 10000000 + n, '2024-01-01'::timestamptz + n * (interval '900 days' / $3), 'user', (1 + n % 40)::text,
    (array['Update', 'Update', 'Update', 'Create', 'Login', 'Delete'])[1 + n % 6],
    (array['PostEdited', 'PostEdited', 'PostEdited', 'PostCreated', 'SignedIn', 'PostDeleted'])[1 + n % 6],
    (array['post', 'page', 'category', 'file', 'user'])[1 + n % 5], 1 + n % 5000, array['excerpt', 'name'],
    array['name=post ' || n % 5000], null, gen_random_uuid()::text
  from generate_series($1::integer, $2::integer) n`

const total = `insert into list_total (resource, active, inactive, deleted)
  select case when action_type is null then 'activity' else 'activity:' || action_type end, count(*), 0, 0
  from activity group by grouping sets ((), (action_type))
  on conflict (resource) do update set active = excluded.active`

const totalsByTime = `insert into list_total (resource, active, inactive, deleted)
  select 'activity@' || to_char(at at time zone 'UTC', form), count(*), 0, 0
  from activity cross join (values ('YYYY-MM-DD'), ('YYYY-MM-DD"T"HH24')) forms (form) group by 1
  on conflict (resource) do update set active = excluded.active`

const dataDir = mkdtempSync(join(tmpdir(), 'atrium-bench-'))
const config = readConfig({ DATA_DIR: dataDir, PORT: '0', DEMO: 'off' })
const hasher = passwordHasher({ memoryCost: 1_024, timeCost: 1, parallelism: 1 })
const atrium = await openAtrium({ ...config, role: 'projector' }, pino({ level: 'error' }), resources, '', hasher)
const { pool } = atrium.services

const cases = (count: number): Record<string, Partial<ActivityOptions>> => ({
  first: {},
  'first of changes': { type: 'Changes' },
  'filtered by kind': { resource: 'page' },
  'filtered by person': { actor: { type: 'user', id: '7' } },
  'filtered by record': { resource: 'post', recordId: 6 },
  'filtered by field and value': { resource: 'post', field: 'name', value: 'post 20' },
  'filtered by seconds': { from: '2025-01-01T10:00:00', to: '2025-01-02T09:59:59' },
  'filtered by keyword': { keyword: 'administrator' },
  'page 11 of a kind': { resource: 'page', page: Math.min(11, Math.max(1, Math.floor(count / 5 / 50))) },
  'page in the middle': { page: Math.max(1, Math.floor(count / 100)) },
  'last page': { page: Math.max(1, Math.floor(count / 50)) },
})

const timesOf = async (options: Partial<ActivityOptions>) => {
  const times: number[] = []
  let rows = 0
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now()
    rows = (await listActivity(pool, { ...asked, ...options }, catalog)).rows.length
    times.push(performance.now() - began)
  }
  return { rows, median: percentile(times, 0.5), p95: percentile(times, 0.95) }
}

const measure = async (count: number) => {
  await pool.query(total)
  await pool.query(totalsByTime)
  await pool.query('vacuum analyze activity')
  const found: Record<string, { rows: number; median: number; p95: number }> = {}
  for (const [name, options] of Object.entries(cases(count))) found[name] = await timesOf(options)
  return found
}

try {
  await pool.query(fill, [1, 1_000, most])
  const few = await measure(1_000)
  await pool.query('set statement_timeout = 0')
  for (let from = 1_001; from <= most; from += 50_000)
    await pool.query(fill, [from, Math.min(most, from + 49_999), most])
  const many = await measure(most)
  console.table(
    Object.fromEntries(
      Object.entries(many).map(([name, { rows, median, p95 }]) => {
        const before = few[name] ?? { median: 0, p95: 0 }
        const beside = (one: number, other: number) => `${other.toFixed(1)} / ${one.toFixed(1)}`
        return [
          name,
          {
            rows,
            'median ms': beside(median, before.median),
            'p95 ms': beside(p95, before.p95),
            'ratio of p95': (p95 / before.p95).toFixed(2),
            'ratio of medians': (median / before.median).toFixed(2),
          },
        ]
      }),
    ),
  )
} finally {
  await atrium.close()
  rmSync(dataDir, { recursive: true, force: true })
}
