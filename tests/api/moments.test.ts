import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routesOf } from '../../api/routes/all.ts'
import { banner } from '../../domain/resources/banner.ts'
import { category } from '../../domain/resources/category.ts'
import { employee } from '../../domain/resources/employee.ts'
import { flash } from '../../domain/resources/flash.ts'
import { homepage } from '../../domain/resources/homepage.ts'
import { menubar } from '../../domain/resources/menubar.ts'
import { popup } from '../../domain/resources/popup.ts'
import { post } from '../../domain/resources/post.ts'
import { role } from '../../domain/resources/role.ts'
import { title } from '../../domain/resources/title.ts'
import { parseSheet } from '../../platform/sheets/parse.ts'
import { takesMoment } from '../../ui-shared/past.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import type { Client } from '../support/client.ts'
import { dumpOf, foundIn } from '../support/dump.ts'
import { indexed } from '../support/indexed.ts'

let atrium: TestAtrium
let boss: Client
const folder = mkdtempSync(join(tmpdir(), 'atrium-moments-'))
const ids = { news: 0, sport: 0, knots: 0, ropes: 0, gone: 0, manager: 0, ada: 0, helpers: 0 }
const then = { position: '', at: '' }
const before: Record<string, unknown> = {}

// Every read that takes a moment, each with what it answers of the records below.
const reads = () => [
  '/post',
  '/post?page=2&per_page=1',
  '/post?keyword=knots',
  `/post?category=${ids.news}`,
  '/post?status=inactive',
  '/post?status=deleted',
  '/post?view=portal',
  '/post?view=portal&category=news',
  '/category',
  '/role',
  '/employee?keyword=ada',
  `/post/${ids.knots}`,
  '/post/knots',
  '/post/knots?view=portal',
  `/role/${ids.helpers}`,
  `/employee/${ids.ada}`,
  `/employee/${ids.ada}/with_co`,
  '/employee/by_title',
  '/employee/by_title?keyword=ada',
  `/employee/chart?id=${ids.ada}`,
  '/homepage',
  '/search?q=knots',
  `/search/passages?resource=post&keyword=first&ids=${ids.knots}`,
  '/search?q=knots&view=portal',
  '/utility/config',
  '/utility/menubar_data',
  '/utility/menubar_parsed',
  '/utility/portal',
  '/utility/getBanners',
  '/utility/getFeatured',
  '/utility/getCategories',
  '/utility/getFiles',
  '/page/job_index',
]

const ask = async (who: Client, path: string): Promise<{ status: number; body: any }> => who.call('GET', `/api${path}`)
const withMoment = (path: string, asOf: string) =>
  `${path}${path.includes('?') ? '&' : '?'}as_of=${encodeURIComponent(asOf)}`

const entry = (name: string, content: number) => {
  return { id: 'new_1', title: name, type: 'post', content_id: content, url: '', new_tab: false, children: [] }
}

const person = (fullname: string, more: { title?: number; empSuper?: number[]; phone_number?: string }) =>
  atrium.run(employee, 'create', {
    employee_number: String(Math.floor(Math.random() * 1e9)),
    fullname,
    display_name: fullname,
    email: `${fullname.toLowerCase().replace(' ', '.')}@example.org`,
    ...more,
  })

const fill = async () => {
  ids.news = (await atrium.run(category, 'create', { name: 'News' })).id
  ids.sport = (await atrium.run(category, 'create', { name: 'Sport' })).id
  const write = async (name: string, content: string) =>
    (await atrium.run(post, 'create', { name, excerpt: 'Short', content, category: ids.news })).id
  ids.knots = await write('Knots', '<p>The first text</p>')
  ids.ropes = await write('Ropes', '<p>About ropes</p>')
  ids.gone = await write('Knots of yesterday', '<p>Old</p>')
  await atrium.run(post, 'feature', {}, ids.knots)
  await atrium.run(post, 'deactivate', {}, ids.ropes)
  await atrium.run(post, 'delete', {}, ids.gone)
  await atrium.run(banner, 'create', { name: 'First banner', link: '/', number: 1 })
  await atrium.run(flash, 'create', { name: 'Ticker', link: '/', news_text: '<p>News</p>' })
  const chief = (await atrium.run(title, 'create', { title_name: 'Chief', description: 'Leads', order_number: 1 })).id
  ids.manager = (await person('Max Manager', { title: chief })).id
  ids.ada = (await person('Ada Lovelace', { title: chief, empSuper: [ids.manager] })).id
  ids.helpers = (await atrium.run(role, 'create', { name: 'Helpers', perms: ['r-post'] })).id
  await atrium.run(menubar, 'edit', { menubar: [entry('Read knots', ids.knots)] }, 1)
  await atrium.run(homepage, 'edit', { menu1: { title: 'One', link: '/post' } }, 1)
}

/** Changes whatever was there, several times in one go as well. */
const change = async () => {
  for (const name of ['Second', 'Third', 'Knots again'])
    await atrium.run(
      post,
      'edit',
      { name, slug: name.toLowerCase().replace(' ', '-'), category: ids.sport, content: `<p>${name}</p>` },
      ids.knots,
    )
  await atrium.run(post, 'activate', {}, ids.ropes)
  await atrium.run(post, 'feature', {}, ids.ropes)
  await atrium.run(post, 'restore', {}, ids.gone)
  await atrium.run(category, 'edit', { name: 'Old news' }, ids.news)
  await atrium.run(banner, 'create', { name: 'Second banner', link: '/', number: 0 })
  await atrium.run(role, 'edit', { perms: ['r-post', 'u-post'] }, ids.helpers)
  await atrium.run(employee, 'edit', { fullname: 'Ada King', empSuper: [] }, ids.ada)
  await atrium.run(employee, 'deactivate', {}, ids.manager)
  await atrium.run(menubar, 'edit', { menubar: [entry('Elsewhere', ids.ropes)] }, 1)
  await atrium.run(homepage, 'edit', { menu1: { title: 'Two', link: '/' } }, 1)
  await atrium.run(post, 'create', { name: 'Knots of today', excerpt: 'Short', category: ids.sport })
}

beforeAll(async () => {
  atrium = await openTestAtrium()
  boss = await atrium.asUser('all')
  await fill()
  await indexed(atrium)
  for (const path of reads()) {
    const { status, body } = await ask(boss, path)
    expect([path, status]).toEqual([path, 200])
    before[path] = body
  }
  then.position = String(await atrium.services.log.store.head())
  then.at = new Date().toISOString()
  await change()
  await indexed(atrium)
}, 60_000)
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await atrium.close()
})

describe('reads as of a moment', () => {
  it('answer what they answered then, by the position and by the time', async () => {
    for (const path of reads()) {
      const { status, body } = await ask(boss, withMoment(path, then.position))
      expect({ path, status, body }).toEqual({ path, status: 200, body: before[path] })
      expect((await ask(boss, withMoment(path, then.at))).body, path).toEqual(before[path])
    }
    const changed = await Promise.all(reads().map(async (path) => [path, (await ask(boss, path)).body] as const))
    const same = changed.filter(([path, body]) => JSON.stringify(body) === JSON.stringify(before[path]))
    expect(same.map(([path]) => path)).toEqual(['/utility/getFiles', '/page/job_index'])
  })

  it('are those that the pages of then send a moment with, and no others', () => {
    const reads = routesOf(atrium.services, atrium.signIn).filter(({ method }) => method === 'GET')
    const paths = reads.map(({ url, atMoments }) => {
      return { path: url.replace(/:\w+/g, '7'), isThen: atMoments !== undefined }
    })
    expect(paths.filter(({ isThen }) => isThen).length).toBeGreaterThan(50)
    expect(paths.filter(({ path, isThen }) => takesMoment(path) !== isThen).map(({ path }) => path)).toEqual([])
  })

  it('know nothing before the first event', async () => {
    expect((await ask(boss, '/post?as_of=0')).body).toEqual({ data: [], meta: { total_item: 0, total_page: 1 } })
    expect((await ask(boss, `/post/${ids.knots}?as_of=2001-01-01T00:00:00Z`)).status).toBe(404)
  })

  it('show a record in each of its versions, also those within one job and in Trash', async () => {
    const nameIn = async (version: number) => (await ask(boss, `/post/${ids.knots}?version=${version}`)).body.data?.name
    expect(await Promise.all([1, 2, 3, 4, 5, 6].map(nameIn))).toEqual([
      'Knots',
      'Knots',
      'Second',
      'Third',
      'Knots again',
      undefined,
    ])
    expect((await ask(boss, `/post/${ids.gone}?version=2`)).body.data).toMatchObject({ name: 'Knots of yesterday' })
    expect((await ask(boss, `/post/${ids.knots}?version=6`)).status).toBe(404)
  })

  it('show what there is once in each of its versions as well: the site and the menu', async () => {
    const footerIn = async (query = '') => (await ask(boss, `/utility/config${query}`)).body.data
    const saved: number[] = []
    for (const footer of ['First footer', 'Second footer']) {
      expect((await boss.call('POST', '/api/utility/config', { footer })).status).toBe(200)
      saved.push((await footerIn()).version)
    }
    const [first = 0, second = 0] = saved
    expect((await footerIn(`?version=${first}`)).footer).toBe('First footer')
    expect((await footerIn(`?version=${second}`)).footer).toBe('Second footer')
    expect((await ask(boss, `/utility/config?version=${second + 1}`)).status).toBe(404)
    const { version } = (await ask(boss, '/utility/menubar_data')).body.data
    const menuIn = async (query: string) => JSON.stringify((await ask(boss, `/utility/menubar_data${query}`)).body.data)
    expect(await menuIn(`?version=${version}`)).toContain('Elsewhere')
    expect(await menuIn(`?version=${version - 1}`)).toContain('Read knots')
  })

  it('of the trail hold what had happened by then, with the names of then', async () => {
    const auditor = await atrium.asUser(['r-audit'])
    const about = `/utility/activity_log?resource=post&record=${ids.knots}`
    const trail = async (path: string) => (await ask(auditor, path)).body
    const [now, before] = [await trail(about), await trail(withMoment(about, then.position))]
    expect(now.data.map((one: { recordName: string }) => one.recordName)).toEqual(Array(5).fill('Knots again'))
    expect(before.data.map((one: { recordName: string }) => one.recordName)).toEqual(['Knots', 'Knots'])
    expect([now.meta.total_item, before.meta.total_item]).toEqual([5, 2])
    const whole = await trail(withMoment('/utility/activity_log', then.position))
    expect(whole.meta.total_item).toBeGreaterThan(10)
    expect(whole.data.filter((one: { id: string }) => BigInt(one.id) > BigInt(then.position))).toEqual([])
    const [newest] = now.data
    const path = `/utility/activity_log/${newest.id}`
    expect([(await ask(boss, path)).status, (await ask(boss, withMoment(path, then.position))).status]).toEqual([
      200, 404,
    ])
    const many = `/utility/activity_log/changes?ids=${newest.id},${before.data[0].id}`
    expect((await trail(withMoment(many, then.position))).data).toHaveLength(1)
    const totals = async (path: string) =>
      (await ask(boss, path)).body.data.find((one: { resource: string }) => one.resource === 'post')
    expect(await totals(withMoment('/utility/totals', then.position))).toMatchObject({ active: 1, inactive: 1 })
    const { resources } = (await ask(boss, withMoment('/utility/activity_log/summary', then.position))).body.data
    expect(resources.find((one: { resource: string }) => one.resource === 'post').count).toBe(6)
  })

  it('of a history hold the versions of then', async () => {
    const versions = async (path: string) =>
      (await ask(boss, path)).body.data.map((one: { version: number }) => one.version)
    const history = `/post/${ids.knots}/history`
    expect(await versions(history)).toEqual([5, 4, 3, 2, 1])
    expect(await versions(withMoment(history, then.position))).toEqual([2, 1])
    expect((await ask(boss, withMoment(`${history}/2`, then.position))).status).toBe(200)
    expect((await ask(boss, withMoment(`${history}/3`, then.position))).status).toBe(404)
  })

  it('are exported as they were, by who may export and look at moments', async () => {
    const namesIn = async (path: string) => {
      const answer = await fetch(`${atrium.url}/api${path}`, { headers: { authorization: `Bearer ${boss.token}` } })
      const file = join(folder, 'export.xlsx')
      await writeFile(file, Buffer.from(await answer.arrayBuffer()))
      const { rows } = await parseSheet(file)
      return rows.flatMap(({ cells }) => Object.values(cells)).map(String)
    }
    const [now, before] = ['/employee/bulk', withMoment('/employee/bulk', then.position)]
    expect(await namesIn(now)).toContain('Ada King')
    const were = await namesIn(before)
    expect(were).toContain('Ada Lovelace')
    expect(were).not.toContain('Ada King')
    const [reader, auditor] = [await atrium.asUser(['r-employee']), await atrium.asUser(['r-audit'])]
    for (const who of [reader, auditor]) expect((await ask(who, before)).status).toBe(403)
  })

  it('know the time by which a record was active, not the clock', async () => {
    const until = new Date(Date.now() + 1_000).toISOString()
    const { id, position } = await atrium.run(popup, 'create', { name: 'Look', link: '/', active_until: until })
    const shown = new Date().toISOString()
    await expect.poll(async () => (await ask(boss, '/utility/popup')).body.data, { timeout: 5_000 }).toBeNull()
    for (const moment of [String(position), shown])
      expect((await ask(boss, withMoment('/utility/popup', moment))).body.data).toMatchObject({ id })
    expect((await ask(boss, withMoment('/utility/popup', until))).body.data).toBeNull()
  })

  it('refuse what has not been yet, and what is no moment', async () => {
    const next = String((await atrium.services.log.store.head()) + 1n)
    for (const asked of [next, '9'.repeat(19)])
      expect((await ask(boss, withMoment('/post', asked))).body.message).toBe('This moment has not come yet.')
    const far = await ask(boss, withMoment('/post', '2099-01-01T00:00:00Z'))
    expect([far.status, far.body.message]).toEqual([422, 'A moment can be 5 years ahead at most.'])
    for (const asked of ['yesterday', '-1', '1.5', '2026-02-31T00:00:00Z', '2026-11-22', '', '9'.repeat(20)]) {
      const { status, body } = await ask(boss, withMoment('/post', asked))
      expect([asked, status]).toEqual([asked, 400])
      expect(body.message).toContain('as_of is a moment such as')
    }
    expect((await ask(boss, `/post/${ids.knots}?version=1&as_of=1`)).status).toBe(400)
    expect((await ask(boss, `/post/${ids.knots}?version=0`)).status).toBe(400)
    expect((await ask(boss, '/utility/operations?as_of=1')).status).toBe(400)
  })

  it('are refused where something is written', async () => {
    const answer = await boss.call('PUT', `/api/post/${ids.knots}?as_of=${then.position}`, { name: 'Rewritten' })
    expect(answer.status).toBe(400)
    expect(answer.body.message).toBe('What was so at another time is only read: leave as_of out.')
    expect((await boss.call('DELETE', `/api/post/${ids.knots}?version=1`)).status).toBe(400)
    expect((await ask(boss, `/post/${ids.knots}`)).body.data).toMatchObject({ name: 'Knots again' })
  })

  it('are for auditors, and of the portal for who previews it', async () => {
    const reader = await atrium.asUser(['r-post', 'r-employee', 'r-menubar'])
    const editor = await atrium.asUser(['r-homepage'])
    const colleague = await atrium.asEmployee()
    const auditor = await atrium.asUser(['r-audit'])
    const statuses = (who: Client) =>
      Promise.all(
        reads().map(async (path) => [path, (await ask(who, withMoment(path, then.position))).status] as const),
      )
    const isOfPortal = (path: string) =>
      /view=portal|^\/utility\/(config|menubar_parsed|portal|getBanners|getFeatured)|_index|by_title|with_co/.test(path)
    for (const who of [reader, colleague])
      expect(new Set((await statuses(who)).map(([, one]) => one))).toEqual(new Set([403]))
    for (const [path, status] of await statuses(editor))
      expect([path, status]).toEqual([path, isOfPortal(path) ? 200 : 403])
    // What tells of people is for who may also read what is personal.
    const isPersonal = (path: string) => /^\/employee\/(by_title|\d+\/with_co)|^\/employee\?keyword/.test(path)
    for (const [path, status] of await statuses(auditor))
      expect([path, status]).toEqual([path, isPersonal(path) ? 403 : 200])
  })

  it('tell an auditor no more of people than the reads of now', async () => {
    const auditor = await atrium.asUser(['r-audit'])
    const { body } = await ask(auditor, withMoment(`/employee/${ids.ada}`, then.position))
    expect(body.data).toMatchObject({ fullname: '[personal]' })
    const texts = await Promise.all(
      reads().map(async (path) => JSON.stringify((await ask(auditor, withMoment(path, then.position))).body)),
    )
    expect(texts.filter((text) => /Lovelace|Manager/.test(text))).toEqual([])
  })

  it('hold nothing of who was erased since', async () => {
    const { id } = await person('Erna Zwickelbach', { phone_number: '0815-4711' })
    for (const fullname of ['Erna Vanished', 'Erna Forgotten']) await atrium.run(employee, 'edit', { fullname }, id)
    const position = String(await atrium.services.log.store.head())
    const wanted = ['Zwickelbach', 'Vanished', 'Forgotten', '0815-4711']
    expect(foundIn(await dumpOf(atrium.services.pool), wanted)).toHaveLength(wanted.length)
    const { status } = await boss.call('POST', `/api/employee/${id}/erasure`, { name: 'Erna Forgotten' })
    expect(status).toBe(200)
    expect(foundIn(await dumpOf(atrium.services.pool), wanted)).toEqual([])
    const { body } = await ask(boss, withMoment(`/employee/${id}`, position))
    expect(body.data).toMatchObject({ fullname: '[erased]', email: '[erased]' })
    expect((await ask(boss, `/employee/${id}?version=1`)).body.data).toMatchObject({ fullname: '[erased]' })
  })
})
