import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { catalog } from '../../domain/catalog.ts'
import { listActivity, openTrailCache } from '../../projections/activity/activity.ts'
import type { ActivityOptions } from '../../projections/activity/page.ts'
import { openAtrium } from './support.ts'

const asked: ActivityOptions = { page: 1, perPage: 100, type: '', resource: 'post', hidden: new Set() }

// Every third is of another kind; some at one moment.
const fill = (from: number, to: number, at = "n / 2 * interval '1 minute'") => `insert into activity
  (position, at, recorded_at, actor_type, actor_id, action_type, event_type, resource, record_id, changed_fields, said)
  select n, '2026-01-01T00:00:00Z'::timestamptz + ${at}, '2026-01-01T00:00:00Z'::timestamptz + ${at}, 'user', '1', 'Update', 'PostEdited',
    case n % 3 when 0 then 'page' else 'post' end, n, '{}', '{}' from generate_series(${from}, ${to}) n`

const reach = (position: number) => `update checkpoint set position = ${position}`

describe('pages of a filtered trail far behind', () => {
  let atrium: Awaited<ReturnType<typeof openAtrium>>
  const cache = openTrailCache()
  beforeAll(async () => {
    atrium = await openAtrium()
    await atrium.project()
    await atrium.pool.query(fill(1, 3_000))
    await atrium.pool.query(reach(3_000))
  })
  afterAll(() => atrium.close())

  const compare = async () => {
    const { rows } = await atrium.pool.query<{ id: string }>(
      "select position::text as id from activity where resource = 'post' order by at desc, position desc",
    )
    const ids = rows.map(({ id }) => id)
    for (const page of [12, 8, 9, 20, 8, 12, 19]) {
      const found = await listActivity(atrium.pool, { ...asked, page }, catalog, cache)
      expect(
        found.rows.map(({ id }) => id),
        `page ${page}`,
      ).toEqual(ids.slice((page - 1) * asked.perPage, page * asked.perPage))
      expect(found.total).toBe(Math.min(ids.length, page * asked.perPage + 500))
    }
  }

  it('are those that counting leads to, and counted to from where one began before', async () => {
    await compare()
    const find = vi.spyOn(cache.starts, 'find')
    await listActivity(atrium.pool, { ...asked, page: 13 }, catalog, cache)
    expect(await find.mock.results[0]?.value).toMatchObject({ passed: 1_100, skip: 100 })
    find.mockRestore()
  })

  it('move on by what came in since', async () => {
    await atrium.pool.query(fill(3_001, 3_020))
    await atrium.pool.query(reach(3_020))
    await compare()
  })

  it('are counted to anew after what came in behind them', async () => {
    await atrium.pool.query(fill(3_021, 3_024, "interval '1 hour'"))
    await atrium.pool.query(reach(3_024))
    await compare()
  })

  it('are counted to anew where another wrote the read models', async () => {
    await atrium.pool.query('delete from activity where position = 2500')
    await atrium.pool.query('update checkpoint set fence = gen_random_uuid()')
    await compare()
  })
})
