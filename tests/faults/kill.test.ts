import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Client, signIn } from '../support/client.ts'
import type { TestDatabase } from '../support/database.ts'
import { copyDemoCompany } from '../support/demo-company.ts'
import { newDataDir, type RunningServer, startServer } from '../support/server.ts'
import { accountOf, administrator } from '../support/sign-in-page.ts'
import { expectEachOnce, expectVerified } from './invariants.ts'
import { loadDuring, settle } from './load.ts'
import { checkedPeople, fortyTitles, importedPeople, menuTitles, saveMenu, tenPictures, uploadGallery } from './sent.ts'

// kill.long.test.ts and kill-import.long.test.ts kill at many moments, PostgreSQL too; here everything is on its way at one kill.
const [posts, people] = [300, 60]
const data = newDataDir()
let database: TestDatabase
let environment: Record<string, string>
let server: RunningServer
let admin: Client

const start = async () => {
  server = await startServer(data.dataDir, environment)
  admin = await signIn(server.url, data.dataDir, accountOf(data.dataDir, administrator))
}
beforeAll(async () => {
  const copy = await copyDemoCompany(data.dataDir)
  ;({ database, environment } = copy)
  await start()
}, 120_000)
afterAll(async () => {
  await server?.stop()
  await database?.drop()
  await data.remove()
})

const jobOf = async (id: string) => (await admin.call('GET', `/api/job/${id}`)).body.data
const ended = (id: string) =>
  vi.waitUntil(
    async () => {
      const job = await jobOf(id)
      return job.finishedAt !== null && job
    },
    { timeout: 60_000 },
  )

it('has what was on its way once or not at all when the server is killed, and what it acknowledged once', {
  timeout: 120_000,
}, async () => {
  const pictures = await tenPictures()
  const check = await checkedPeople(admin, 1, people)
  const [category] = (await admin.call('GET', '/api/category?per_page=1')).body.data
  const names = Array.from({ length: posts }, (_, index) => `Killed amid ${String(index).padStart(3, '0')}`)
  const sent = { excerpt: 'By a job', category: category.id }
  const commands = names.map((name) => ({ resource: 'post', verb: 'create', sent: { ...sent, name } }))
  const [titlesBefore, titles] = [await menuTitles(admin), fortyTitles(1)]

  const { job } = (await admin.call('POST', '/api/job', { commands })).body.data
  const seen = await vi.waitUntil(
    async () => {
      const now = await jobOf(job)
      return now.done >= 3 && now
    },
    { timeout: 30_000, interval: 5 },
  )
  expect(seen.state).toBe('running')
  const started = { gallery: false, menu: false, people: false }
  const acknowledged = async (what: keyof typeof started, sending: Promise<{ status: number }>) => {
    started[what] = await sending.then(
      ({ status }) => status === 200,
      () => false,
    )
  }
  const entries = await loadDuring(admin, async () => {
    const sending = [
      acknowledged('people', admin.call('POST', `/api/import/${check}`, { invite: false })),
      acknowledged('menu', saveMenu(admin, titles, 'menu')),
      acknowledged('gallery', uploadGallery(admin, 'Gallery', pictures)),
    ]
    await pause(250)
    await server.kill()
    await Promise.all(sending)
  })
  await start()

  expect(await ended(job)).toMatchObject({ state: 'done', total: posts, done: posts, unchanged: 0, failed: 0 })
  const listed: string[] = []
  for (let page = 1; page <= posts / 100; page += 1) {
    const { body } = await admin.call('GET', `/api/post?keyword=killed+amid&per_page=100&page=${page}`)
    expect(body.meta.total_item).toBe(posts)
    listed.push(...body.data.map(({ name, version }: { name: string; version: number }) => `${name} ${version}`))
  }
  expect(listed.toSorted()).toEqual(names.map((name) => `${name} 1`))

  const isImporting = (await admin.call('GET', `/api/job/${check}`)).status === 200
  if (started.people) expect(isImporting).toBe(true)
  if (isImporting) expect(await ended(check)).toMatchObject({ state: 'done', done: people, failed: 0 })
  const imported = await importedPeople(admin, 1, people)
  expect(imported).toHaveLength(isImporting ? people : 0)
  expect(new Set(imported).size).toBe(imported.length)

  const menu = await menuTitles(admin)
  expect([titlesBefore, titles]).toContainEqual(menu)
  if (started.menu) expect(menu).toEqual(titles)
  expect((await saveMenu(admin, titles, 'menu')).status).toBe(200)
  expect(await menuTitles(admin)).toEqual(titles)

  const galleries = async () => (await admin.call('GET', '/api/page?keyword=Gallery&type=gallery')).body.meta.total_item
  const before = await galleries()
  if (started.gallery) expect(before).toBe(1)
  const again = await uploadGallery(admin, 'Gallery', pictures)
  expect(again.status, JSON.stringify(again.body)).toBe(200)
  expect(await galleries()).toBe(1)
  expect((await admin.call('GET', `/api/page/${again.body.data.id}`)).body.data.images).toHaveLength(10)

  await expectEachOnce(admin, await settle(admin, entries))
  await expectVerified(data.dataDir, environment)
})
