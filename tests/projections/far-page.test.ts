import { expect, it } from 'vitest'
import { listActivity } from '../../projections/activity/activity.ts'
import type { ActivityOptions } from '../../projections/activity/page.ts'
import { catalog } from '../../domain/catalog.ts'
import { openAtrium } from './support.ts'

const asked: ActivityOptions = { page: 1, perPage: 1_000, type: '', hidden: new Set() }

// Entries at many hours of many days, some at one moment, some out of order.
const fill = `insert into activity (position, at, actor_type, actor_id, action_type, event_type, resource, record_id, changed_fields, said)
  select n, '2026-01-01T00:00:00Z'::timestamptz + (n / 3 * 47 + n % 7 * 900) * interval '1 minute', 'user', '1', 'Update', 'PostEdited', 'post', n, '{}', '{}'
  from generate_series(1, 6000) n`
const totals = `insert into list_total (resource, active, inactive, deleted)
  select 'activity@' || to_char(at at time zone 'UTC', form), count(*), 0, 0
    from activity cross join (values ('YYYY-MM-DD'), ('YYYY-MM-DD"T"HH24')) forms (form) group by 1
  union all select 'activity', count(*), 0, 0 from activity`

it('pages far behind, found by totals of days and hours, are those that counting leads to', async () => {
  const atrium = await openAtrium()
  try {
    await atrium.project()
    await atrium.pool.query(fill)
    await atrium.pool.query(totals)
    const list = async (options: Partial<ActivityOptions>) =>
      (await listActivity(atrium.pool, { ...asked, ...options }, catalog)).rows.map(({ id }) => id)
    // By cursor, which counts past nothing.
    const all: string[] = []
    let after: ActivityOptions['after']
    for (;;) {
      const { rows, last } = await listActivity(atrium.pool, { ...asked, ...(after ? { after } : {}) }, catalog)
      all.push(...rows.map(({ id }) => id))
      if (rows.length < asked.perPage || last === null) break
      after = last
    }
    expect(all.length).toBe(6_000)
    expect(new Set(all).size).toBe(all.length)
    for (const page of [21, 22, 40, 59, 60, 61])
      expect(await list({ page, perPage: 100 }), `page ${page}`).toEqual(all.slice((page - 1) * 100, page * 100))
  } finally {
    await atrium.close()
  }
})
