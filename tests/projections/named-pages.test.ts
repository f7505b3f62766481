import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalog } from '../../domain/catalog.ts'
import { listActivity, openTrailCache } from '../../projections/activity/activity.ts'
import { isReadInOrder, namedBy } from '../../projections/activity/named.ts'
import type { ActivityOptions } from '../../projections/activity/page.ts'
import { openAtrium } from './support.ts'

const last = 30_000
const usual: ActivityOptions = { page: 1, perPage: 20, type: '', hidden: new Set() }

// Old entries are about 400 posts, newer ones about 400 pages, two at one moment; seven people take turns.
const fill = (from: number, to: number) => `insert into activity
  (position, at, recorded_at, actor_type, actor_id, action_type, event_type, resource, record_id, changed_fields, said)
  select n, '2026-01-01T00:00:00Z'::timestamptz + n / 2 * interval '1 minute', '2026-01-01T00:00:00Z'::timestamptz + n / 2 * interval '1 minute',
    'user', 1 + n % 7, case n % 3 when 0 then 'Create' else 'Update' end, 'Edited', case when n <= 5000 then 'post' else 'page' end, 1 + n % 400, '{}', '{}'
  from generate_series(${from}, ${to}) n`

const record = (table: string, word: string) => `insert into ${table} (id, status, label, keyword)
  select id, 'active', '${word}' || id, '${word}' || id from generate_series(1, 400) id`

describe('pages of a trail with a keyword', () => {
  let atrium: Awaited<ReturnType<typeof openAtrium>>
  const cache = openTrailCache()
  beforeAll(async () => {
    atrium = await openAtrium()
    await atrium.project()
    for (const text of [
      fill(1, last),
      record('post', 'river'),
      record('page', 'bank'),
      `insert into "user" (id, status, label, keyword) select id, 'active', 'ada' || id, 'ada' || id from generate_series(1, 7) id`,
      `update checkpoint set position = ${last}`,
      'analyze activity',
    ])
      await atrium.pool.query(text)
  })
  afterAll(() => atrium.close())

  const idsOf = async (keyword: string, type: string): Promise<string[]> => {
    const named = (table: string) => `select id from ${table} where strpos(keyword, $1) > 0`
    const { rows } = await atrium.pool.query<{ id: string }>(
      `select position::text as id from activity where ($2 = '' or action_type = $2) and (resource = 'post' and record_id in (${named('post')})
          or resource = 'page' and record_id in (${named('page')}) or actor_id::integer in (${named('"user"')}))
        order by at desc, position desc`,
      [keyword, type],
    )
    return rows.map(({ id }) => id)
  }

  const compare = async (keyword: string, type: string, pages: readonly number[]) => {
    const ids = await idsOf(keyword, type)
    for (const page of pages) {
      const found = await listActivity(atrium.pool, { ...usual, keyword, type, page }, catalog, cache)
      const what = `page ${page} of ${keyword} ${type}`
      expect(
        found.rows.map(({ id }) => id),
        what,
      ).toEqual(ids.slice((page - 1) * 20, page * 20))
      expect(found.total, what).toBe(Math.min(ids.length, page * 20 + 500))
    }
    return ids.length
  }

  const pages = [1, 2, 26, 40, 100, 101, 40, 130]

  // Found name by name; in the order of the trail; and name by name after the newest entries held none of many names.
  it.each([
    ['ada3', '', 3_000],
    ['ada', '', 20_000],
    ['bank', '', 20_000],
    ['bank', 'Create', 5_000],
    ['river', '', 4_000],
    ['river77', '', 12],
    ['river7', 'Update', 90],
    ['nobody', '', 0],
  ])('with %s %s are those that a look at every entry finds', async (keyword, type, most) => {
    expect(await compare(keyword, type, pages)).toBeGreaterThanOrEqual(most)
  })

  it('are read in the order of the trail for many names only', async () => {
    const isInOrder = async (keyword: string) => {
      const named = await namedBy(atrium.pool, catalog, keyword, usual.hidden)
      return named && isReadInOrder(named, 520)
    }
    expect([await isInOrder('ada'), await isInOrder('bank'), await isInOrder('river'), await isInOrder('')]).toEqual([
      false,
      true,
      true,
      null,
    ])
  })

  it('move on by what came in since, and by what is named since', async () => {
    await atrium.pool.query(fill(last + 1, last + 50))
    await atrium.pool.query(`update checkpoint set position = ${last + 50}`)
    await compare('bank', '', pages)
    await compare('ada3', '', pages)
    await atrium.pool.query(`update "user" set label = 'ada33', keyword = 'ada33' where id = 5`)
    await compare('ada3', '', pages)
    await atrium.pool.query(`update page set label = 'ada333', keyword = 'ada333' where id = 9`)
    await compare('ada3', '', pages)
    await compare('bank', '', pages)
  })

  it('are followed by cursor to the last entry', async () => {
    const ids = await idsOf('ada3', '')
    const found: string[] = []
    let after: ActivityOptions['after']
    for (;;) {
      const options = { ...usual, perPage: 500, keyword: 'ada3', counted: 'none' as const, after }
      const { rows, last: end } = await listActivity(atrium.pool, options, catalog, cache)
      found.push(...rows.map(({ id }) => id))
      if (rows.length < 500 || end === null) break
      after = end
    }
    expect(found).toEqual(ids)
    const { total } = await listActivity(
      atrium.pool,
      { ...usual, keyword: 'ada3', counted: 'all', perPage: 1 },
      catalog,
    )
    expect(total).toBe(ids.length)
  })
})
