import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isObject } from '../../domain/json.ts'
import { banner } from '../../domain/resources/banner.ts'
import { category } from '../../domain/resources/category.ts'
import { flash } from '../../domain/resources/flash.ts'
import { popup } from '../../domain/resources/popup.ts'
import { post } from '../../domain/resources/post.ts'
import { readSchema } from '../../projections/schema.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import type { Client } from '../support/client.ts'
import { sampleOf } from '../support/samples.ts'
import { randomOf } from '../projections/past/random-commands.ts'

let atrium: TestAtrium
let boss: Client
// How far the clock of this Atrium is ahead, in milliseconds: what is planned happens when the test says so.
let ahead = 0
const clock = () => new Date(Date.now() + ahead)
beforeAll(async () => {
  atrium = await openTestAtrium({ clock })
  boss = await atrium.asUser('all')
}, 60_000)
afterAll(() => atrium.close())

const day = 86_400_000
let began = 0
const at = (milliseconds: number) => new Date(began + milliseconds).toISOString()

/** Puts the clocks of the scheduler and of the read side to a moment, and waits until all that is due has happened. */
const passTo = async (moment: number) => {
  ahead = moment - Date.now()
  const { pool } = atrium.database
  const schema = readSchema(atrium.services.resources).name
  await pool.query(`create or replace function "${schema}".read_clock() returns timestamptz language sql volatile
    as $$ select clock_timestamp() + interval '${ahead} milliseconds' $$`)
  await pool.query("select pg_notify('job_started', '')")
  const isDone = async () => {
    const text = `select from command.job where state in ('waiting', 'running') and starts_at <= $1`
    return (await pool.query(text, [new Date(moment)])).rowCount === 0
  }
  await vi.waitUntil(isDone, { timeout: 20_000, interval: 20 })
  await atrium.services.projector.waitFor(await atrium.services.log.store.head(), 5_000)
}
const withMoment = (path: string, moment: string) =>
  `/api${path}${path.includes('?') ? '&' : '?'}as_of=${encodeURIComponent(moment)}`

/** An answer without the times of changes, which differ by the moments between a planned one and when it was done. */
const untimed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(untimed)
  if (!isObject(value)) return value
  const times = ['at', 'created_at', 'changed_at', 'deletedAt', 'featured_at', 'published_at']
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, times.includes(name) ? one !== null : untimed(one)]),
  )
}

const ask = async (path: string, client = boss) => {
  const { status, body } = await client.call('GET', path)
  return { status, body: untimed(body) }
}

const plan = async (body: object) => {
  const answer = await boss.call('POST', '/api/schedule', body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

const plannedFor = async (moment: string) =>
  (await boss.call('GET', `/api/schedule/ahead?at=${encodeURIComponent(moment)}`)).body.data

const headNow = async () => String(await atrium.services.log.store.head())

describe('a moment ahead', () => {
  it.each([1, 2])(
    'shows what is there once it has come, whatever was planned (seed %i)',
    async (seed) => {
      began = clock().getTime() + day
      const random = randomOf(seed)
      const mark = randomUUID().slice(0, 8)
      const make = async (name: string) => (await atrium.run(category, 'create', { name: `${name} ${mark}` })).id
      const categories = [await make('Harbour'), await make('Winter'), await make('Library')]
      const posts: number[] = []
      const makePost = async (n: number) => {
        const values = { ...sampleOf(post), name: `Words ${n} ${mark}`, category: categories[n % 3] }
        return (await atrium.run(post, 'create', values)).id
      }
      for (const n of [1, 2, 3, 4, 5, 6]) posts.push(await makePost(n))
      const spare = await makePost(7)
      const begins = at(3_500)
      const windows = { ...sampleOf(banner), name: `Banner ${mark}`, active_from: begins, active_until: null }
      const shownLater = await boss.call('POST', '/api/banner', windows)
      const newsLater = await boss.call('POST', '/api/flash', {
        ...sampleOf(flash),
        active_from: begins,
        active_until: at(3_600_000),
      })
      const whole = { ...sampleOf(post), name: `Draft ${mark}`, category: categories[1], publish_at: at(1_500) }
      const popupLater = await boss.call('POST', '/api/popup', {
        ...sampleOf(popup),
        name: `Popup ${mark}`,
        active_from: begins,
        active_until: null,
      })
      const draft = await boss.call('POST', '/api/post', whole)
      expect(draft.status, JSON.stringify(draft.body)).toBe(200)
      const edit = (resource: string, id: number | undefined, sent: object, due: number) =>
        plan({ resource, verb: 'edit', ids: [id], version: 1, sent, at: at(due) })
      const verbs = ['deactivate', 'delete', 'edit', 'edit', 'feature', 'activate']
      // What is about one record has moments far from each other, since jobs that are due at once run beside each other.
      for (const [n, id] of posts.entries())
        for (const [turn, sent] of [{ name: `Renamed ${n} ${mark}` }, { excerpt: `Said ${n} ${mark}` }].entries()) {
          const due = 100 * n + 3_000 * turn
          const verb = verbs[random(verbs.length)] ?? 'edit'
          if (verb === 'edit') await edit('post', id, sent, due)
          else await plan({ resource: 'post', verb, ids: [id], at: at(due) })
        }
      await edit('post', spare, { name: `First ${mark}` }, 0)
      await edit('post', spare, { name: `Second ${mark}` }, 3_000)
      await edit('category', categories[1], { name: `Summer ${mark}` }, 1_500)
      await plan({ resource: 'category', verb: 'deactivate', ids: [categories[2]], at: at(1_500) })
      await plan({ resource: 'category', verb: 'delete', ids: [categories[0]], at: at(1_600) })
      const { id: shownAlready } = (
        await boss.call('POST', '/api/popup', {
          ...sampleOf(popup),
          name: `Now ${mark}`,
          active_from: null,
          active_until: at(2_000),
        })
      ).body.data
      await edit('popup', shownAlready, { name: `Later ${mark}` }, 1_000)
      // One of many records at once, and a job of its own commands.
      const many = [await makePost(8), await makePost(9), await makePost(10)]
      await plan({ resource: 'post', verb: 'deactivate', ids: many, at: at(1_800) })
      const commands = many.map((id) => ({ resource: 'post', verb: 'edit', id, sent: { excerpt: `In a job ${mark}` } }))
      const job = await boss.call('POST', '/api/job', { commands, startsAt: at(2_200) })
      expect(job.status, JSON.stringify(job.body)).toBe(200)
      await plan({ resource: 'category', verb: 'create', sent: { name: `New ${mark}` }, at: at(1_700) })

      const then = at(4_200)
      const reads = [
        '/post',
        '/post?status=inactive',
        '/post?status=deleted',
        '/post?view=portal',
        `/post?keyword=renamed`,
        `/post?category=${categories[1]}`,
        '/post?per_page=3&page=2',
        ...[...posts, ...many, spare].map((id) => `/post/${id}`),
        '/banner',
        '/banner?view=portal',
        '/flash?view=portal',
        '/popup',
        '/popup?view=portal',
        '/utility/popup',
        '/utility/portal',
        `/search?q=${mark}&view=portal`,
        `/search?q=${mark}`,
        `/category/${categories[1]}`,
        '/category?status=inactive',
      ]
      expect([shownLater.status, newsLater.status, popupLater.status]).toEqual([200, 200, 200])
      await atrium.services.projector.waitFor(await atrium.services.log.store.head(), 5_000)
      await vi.waitUntil(async () => (await plannedFor(then)).planned === 26, { timeout: 2_000, interval: 50 })
      const head = await headNow()
      const shown = new Map<string, unknown>()
      for (const path of reads) shown.set(path, await ask(withMoment(path, then)))
      const { refused } = await plannedFor(then)
      expect(await headNow()).toBe(head)

      const { rows } = await atrium.database.pool.query<{ due: Date }>(
        'select distinct starts_at as due from command.job where starts_at between $1 and $2 order by 1',
        [at(0), then],
      )
      expect(rows.length).toBeGreaterThan(8)
      // One after the other, since what is due at once runs beside each other.
      for (const { due } of rows) await passTo(due.getTime() + 1)
      await passTo(Date.parse(then))
      for (const path of reads) expect(await ask(`/api${path}`), path).toEqual(shown.get(path))
      const span = `from=${at(0)}&until=${then}`
      expect((await boss.call('GET', `/api/schedule?${span}&state=failed`)).body.data).toHaveLength(refused)
    },
    60_000,
  )

  it('is for whoever looks at moments, and of the portal for who previews it; reasons are for who sees the record', async () => {
    const { id } = await atrium.run(category, 'create', { name: `Refused ${randomUUID()}` })
    const moment = '2028-06-01T09:00:00.000Z'
    for (const name of ['One', 'Other'])
      await plan({
        resource: 'category',
        verb: 'edit',
        ids: [id],
        version: 1,
        sent: { name: `${name} ${id}` },
        at: moment,
      })
    const previewer = await atrium.asUser(['r-homepage'])
    const auditor = await atrium.asUser(['r-audit'])
    const nobody = await atrium.asUser(['r-post', 'r-category'])
    const employee = await atrium.asEmployee()
    const statusOf = async (client: Client, path: string) => (await client.call('GET', withMoment(path, moment))).status
    const clients = [previewer, auditor, nobody, employee]
    expect(await Promise.all(clients.map((client) => statusOf(client, '/post?view=portal')))).toEqual([
      200, 200, 403, 403,
    ])
    expect(await Promise.all(clients.map((client) => statusOf(client, '/category')))).toEqual([403, 200, 403, 403])
    const { first, ...counts } = await plannedFor(moment)
    expect(counts.refused).toBe(1)
    expect(first).toMatchObject([{ resource: 'category', record: id, label: 'Save changes' }])
    const path = `/api/schedule/ahead?at=${moment}`
    expect((await previewer.call('GET', path)).body.data).toEqual({ ...counts, first: [] })
    expect((await nobody.call('GET', path)).status).toBe(403)
    const sent = await boss.call('PUT', `/api/category/${id}?as_of=${moment}`, { name: 'Now' })
    expect(sent.status).toBe(400)
  })

  it('is refused with a sentence where more is planned than can be carried out', async () => {
    const { id } = await atrium.run(category, 'create', { name: `Often ${randomUUID()}` })
    const item = { resource: 'category', record: id, verb: 'deactivate', sent: null, version: null, since: null }
    const items = Array.from({ length: 1_001 }, () => item)
    const startsAt = new Date('2028-07-01T09:00:00Z')
    const actor = { type: 'system', id: 'publishing' } as const
    await atrium.services.jobs.start({
      id: randomUUID(),
      actor,
      verb: 'deactivate',
      resource: 'category',
      items,
      startsAt,
    })
    const { status, body } = await boss.call('GET', '/api/schedule/ahead?at=2028-07-02T09:00:00Z')
    expect([status, body.message]).toEqual([
      400,
      'More than 1000 changes are planned until then. Please choose an earlier moment.',
    ])
    expect((await boss.call('GET', '/api/schedule/ahead?at=2028-06-30T09:00:00Z')).status).toBe(200)
  })
})
