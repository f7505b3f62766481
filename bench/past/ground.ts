import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { pino } from 'pino'
import { openBase } from '../../app/open.ts'
import { resources } from '../../domain/catalog.ts'
import { category } from '../../domain/resources/category.ts'
import { departement } from '../../domain/resources/departement.ts'
import { division } from '../../domain/resources/division.ts'
import { employee } from '../../domain/resources/employee.ts'
import { title } from '../../domain/resources/title.ts'
import type { Log } from '../../event-store/log.ts'
import { readConfig } from '../../platform/config.ts'
import { alone } from '../../platform/database/connection.ts'
import { poolBeside } from '../../platform/database/pool.ts'
import { silentLog } from '../../platform/logger.ts'
import { readersAt } from '../../projections/past/reader-at.ts'
import { momentPath } from '../../projections/past/views.ts'
import type { Reader } from '../../projections/reader.ts'
import { createIndexes, createSchema, type Queryable, readSchema, schemaExists } from '../../projections/schema.ts'
import { fillWithPast } from '../../tests/support/lists/filled-past.ts'

const schema = readSchema(resources)

// Each leads eight; every twentieth is led by nobody.
const people = `update employee set fullname = label, display_name = label, title = 1 + least(11, floor(ln(id) / ln(8)) * 2)::int,
  division = 1 + id % 40, departement = 1 + id % 50,
  "empSuper" = case when id = 1 or id % 20 = 1 then '[]' else jsonb_build_array(1 + (id - 2) / 8) end`

const said = `jsonb_build_object('isInactive', status = 'inactive', 'isDeleted', status = 'deleted', 'title', title, 'division', division,
  'departement', departement, 'empSuper', "empSuper")`

// The newest event is of now, so that what is counted of the last days is there now as well.
const at = "now() - ((select max(position) from employee) - position) * interval '30 seconds'"

const lines = `insert into as_of (position, at, resource, record_id, "values")
  select position, ${at}, 'employee', id, ${said}
  from (select position, id, status, title, division, departement, "empSuper" from employee
    union all select position, id, status, title, division, departement, "empSuper" from employee_past) said`

// Every twentieth entry is a sign-in.
const isSignIn = 'position % 20 = 0'

/** An entry of the trail for each event of posts and employees, half a minute apart. */
const trail = (['post', 'employee'] as const).map(
  (
    name,
  ) => `insert into activity (position, at, recorded_at, actor_type, actor_id, action_type, event_type, resource, record_id, changed_fields, said, request_id)
    select position, ${at}, ${at},
      'user', (1 + position % 40)::text, case when ${isSignIn} then 'Login' when version = 1 then 'Create' else 'Update' end,
      case when ${isSignIn} then 'SignedIn' when version = 1 then '${name === 'post' ? 'Post' : 'Employee'}Created' else '${name === 'post' ? 'Post' : 'Employee'}Edited' end,
      case when ${isSignIn} then null else '${name}' end, case when ${isSignIn} then null else id end, '{name}', array['name=title ' || id % 5000], gen_random_uuid()::text
    from (select id, version, position from ${name} union all select id, version, position from ${name}_past) said`,
)

const totals = `insert into list_total (resource, active, inactive, deleted)
  select case when action_type is null then 'activity' else 'activity:' || action_type end, count(*), 0, 0
    from activity group by grouping sets ((), (action_type))
  union all select 'activity@' || to_char(at at time zone 'UTC', form), count(*), 0, 0
    from activity cross join (values ('YYYY-MM-DD'), ('YYYY-MM-DD"T"HH24')) forms (form) group by 1`

const fill = async (client: Queryable, count: number): Promise<void> => {
  await createSchema(client, schema)
  let from = 0
  for (const resource of [category, title, division, departement])
    from = await fillWithPast(client, schema.name, 50, { resource, from })
  await client.query(`update title set order_number = id`)
  await client.query(`update title_past set order_number = id`)
  // The two take turns, so that each has its share of what came before a moment.
  for (const [index, resource] of [undefined, employee].entries())
    await fillWithPast(client, schema.name, count, {
      ...(resource ? { resource } : {}),
      every: 2,
      from: from + (from % 2) + index,
    })
  await client.query(people)
  await client.query(people.replace('update employee', 'update employee_past'))
  for (const text of [lines, ...trail, totals]) await client.query(text)
  await createIndexes([client], schema)
}

/** Read models as they are and as they were, filled with posts and employees. */
export type Ground = {
  pool: pg.Pool
  log: Log
  head: number
  at(position: number): Promise<Reader>
  close(): Promise<void>
}

/** Opens read models in a folder, or in a temporary one, and fills them with so many posts and employees unless they are. */
export const openGround = async (count: number, data?: string): Promise<Ground> => {
  const dataDir = data ?? mkdtempSync(join(tmpdir(), 'atrium-bench-'))
  mkdirSync(dataDir, { recursive: true })
  const base = await openBase(
    readConfig({ DATA_DIR: dataDir, PORT: '0', DEMO: 'off' }),
    pino({ level: 'error' }),
    resources,
  )
  const { pool } = base
  await alone(pool, async (client) => {
    await client.query('set statement_timeout = 0')
    if (!(await schemaExists(client, schema.name))) await fill(client, count)
  })
  const past = poolBeside(pool, silentLog, momentPath(schema.name))
  const readerAt = readersAt(past)
  const last = async (condition: string, values: unknown[]) =>
    (
      await pool.query<{ position: string; recorded_at: Date }>(
        `select position, recorded_at from activity ${condition} order by position desc limit 1`,
        values,
      )
    ).rows[0]
  return {
    pool,
    log: base.log,
    head: Number((await last('', []))?.position ?? 0),
    at: async (position) => {
      const row = await last('where position <= $1', [Math.round(position)])
      return readerAt({ position: BigInt(Math.round(position)), at: (row?.recorded_at ?? new Date(0)).toISOString() })
    },
    close: async () => {
      await past.end()
      await base.close()
      if (data === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
