import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { serverProcess } from '../../platform/database/embedded-server.ts'
import { type Answer, type Client, call, signIn } from '../support/client.ts'
import { accountsOf, isReady, newDataDir, type RunningServer, startServer } from '../support/server.ts'
import { accountOf, administrator } from '../support/sign-in-page.ts'
import { expectEachOnce, expectHonestOutage, expectVerified } from './invariants.ts'
import { type Entry, loadDuring, settle } from './load.ts'
import { fortyTitles, menuTitles, saveMenu, tenPictures, uploadGallery } from './sent.ts'

// One round of each fault; FAULT_ROUNDS=20 for many.
const rounds = Number(process.env.FAULT_ROUNDS ?? 1)
const perRound = 60_000
const data = newDataDir()
const cluster = join(data.dataDir, 'postgres', 'cluster')
let server: RunningServer
let editor: Client
const ledger: Entry[] = []

const signInAgain = async () => {
  const account = accountsOf(data.dataDir).find((one) => one.role === 'Editor')
  if (!account) throw new Error('no editor in the demo company')
  editor = await signIn(server.url, data.dataDir, account)
}
const start = async () => {
  server = await startServer(data.dataDir)
  await signInAgain()
}

/** Between 50 and 2,000 ms after the load begins. */
const someTime = () => pause(50 + Math.random() * 1_950)

const killPostgres = () => {
  const pid = serverProcess(cluster)
  if (pid !== null) process.kill(pid, 'SIGKILL')
}

/** Kills PostgreSQL, and again whenever it is started, for so long. Answers the outage. */
const keepPostgresDown = async (milliseconds: number) => {
  const from = performance.now()
  while (performance.now() < from + milliseconds) {
    killPostgres()
    await pause(5)
  }
  return { from, until: performance.now() }
}

const becomesReady = () =>
  vi
    .waitUntil(() => isReady(server.url), { timeout: 30_000, interval: 50 })
    .catch(() => {
      throw new Error(`the server is not ready after 30 s: ${server.output().slice(-4_000)}`)
    })

const keepsItsWord = async (entries: readonly Entry[]) => {
  ledger.push(...(await settle(editor, entries)))
  await expectEachOnce(editor, ledger)
  await expectVerified(data.dataDir)
}

beforeAll(start, 90_000)
afterAll(async () => {
  await server.stop()
  await data.remove()
})

it(
  'keeps every acknowledged command once when the server is killed, alone and together with PostgreSQL',
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const entries: Entry[] = []
      for (const killMore of [() => {}, killPostgres]) {
        const during = await loadDuring(editor, async () => {
          await someTime()
          killMore()
          await server.kill()
        })
        entries.push(...during)
        await start()
      }
      await keepsItsWord(entries)
    }
  },
  rounds * perRound,
)

it(
  'keeps every acknowledged command once when PostgreSQL is killed, says 503 meanwhile and goes on by itself',
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      let outage = { from: 0, until: 0 }
      const entries = await loadDuring(editor, async () => {
        await someTime()
        outage = await keepPostgresDown(1_500 + Math.random() * 1_500)
        await becomesReady()
      })
      expectHonestOutage(entries, outage.from, outage.until)
      expect(server.process.exitCode).toBeNull()
      await keepsItsWord(entries)
    }
  },
  rounds * perRound,
)

it('goes on with a job after each kill, and does each of its items once', { timeout: 120_000 }, async () => {
  const [category] = (await editor.call('GET', '/api/category?per_page=1')).body.data
  const sent = { excerpt: 'By a job', category: category.id }
  // As many as the body of one call may hold.
  const names = Array.from({ length: 600 }, (_, index) => `Killed amid ${String(index).padStart(3, '0')}`)
  const commands = names.map((name) => ({ resource: 'post', verb: 'create', sent: { ...sent, name } }))
  const { job } = (await editor.call('POST', '/api/job', { commands })).body.data
  const headers = { authorization: `Bearer ${editor.token}` }
  const look = async () => (await call(server.url, 'GET', `/api/job/${job}`, undefined, headers)).body.data
  // Early shares, and the state of the very answer: chunks double, so a quick machine ends the rest in moments.
  for (const share of [3, 60]) {
    const seen = await vi.waitUntil(
      async () => {
        const job = await look()
        return job.done >= share && job
      },
      { timeout: 30_000, interval: 5 },
    )
    // After a kill it goes on before anybody can ask, and may be through by then.
    if (share === 3) expect(seen.state).toBe('running')
    await server.kill()
    server = await startServer(data.dataDir)
  }
  await vi.waitUntil(async () => (await look()).state === 'done', { timeout: 60_000 })
  expect(await look()).toMatchObject({ total: 600, done: 600, unchanged: 0, failed: 0 })
  await signInAgain()
  const listed: string[] = []
  for (let page = 1; page <= 6; page += 1) {
    const query = `keyword=killed+amid&per_page=100&page=${page}`
    const { body } = await editor.call('GET', `/api/post?${query}`)
    expect(body.meta.total_item).toBe(600)
    listed.push(...body.data.map(({ name, version }: { name: string; version: number }) => `${name} ${version}`))
  }
  expect(listed.toSorted()).toEqual(names.map((name) => `${name} 1`))
  await expectVerified(data.dataDir)
})

it('goes on with a bulk move of 600 posts after each kill, and moves each of them once', {
  timeout: 120_000,
}, async () => {
  const { body } = await editor.call('POST', '/api/category', { name: 'Moved there' }, { 'idempotency-key': 'there' })
  const query = 'keyword=killed+amid'
  const asked = { expected: 600, sent: { category: body.data.id } }
  const { job } = (await editor.call('POST', `/api/post/matching/edit?${query}`, asked)).body.data
  const look = async () => (await editor.call('GET', `/api/job/${job}`)).body.data
  for (const share of [40, 240]) {
    await vi.waitUntil(async () => (await look()).done >= share, { timeout: 30_000, interval: 5 })
    await server.kill()
    await start()
  }
  await vi.waitUntil(async () => (await look()).state === 'done', { timeout: 60_000 })
  expect(await look()).toMatchObject({ total: 600, done: 600, unchanged: 0, failed: 0 })
  for (let page = 1; page <= 6; page += 1) {
    const moved = await editor.call('GET', `/api/post?${query}&category=moved-there&per_page=100&page=${page}`)
    expect(moved.body.meta.total_item).toBe(600)
    expect(new Set(moved.body.data.map(({ version }: { version: number }) => version))).toEqual(new Set([2]))
  }
})

/** Sends something and kills the server so many milliseconds later; the answer where it was acknowledged. */
const killedAmid = async (milliseconds: number, send: () => Promise<Answer>): Promise<Answer | null> => {
  const sent = send().catch(() => null)
  await pause(milliseconds)
  await server.kill()
  const answer = await sent
  await start()
  return answer?.status === 200 ? answer : null
}

it('has a gallery of ten pictures once or not at all when the server is killed amid its upload', {
  timeout: 120_000,
}, async () => {
  const pictures = await tenPictures()
  const countOf = async (query: string): Promise<number> =>
    (await editor.call('GET', `/api/${query}&per_page=1`)).body.meta.total_item
  const before = await countOf('file?type=image')
  const times = [60, 250, 900]
  for (const [index, milliseconds] of times.entries()) {
    const name = `Gallery ${index}`
    const upload = () => uploadGallery(editor, name, pictures)
    const first = await killedAmid(milliseconds, upload)
    const there = await countOf(`page?keyword=${encodeURIComponent(name)}`)
    expect(there).toBeLessThanOrEqual(1)
    if (first) expect(there).toBe(1)
    const again = await upload()
    expect(again.status, JSON.stringify(again.body)).toBe(200)
    if (first) expect(again.body.data.id).toBe(first.body.data.id)
    expect(await countOf(`page?keyword=${encodeURIComponent(name)}`)).toBe(1)
    const { images } = (await editor.call('GET', `/api/page/${again.body.data.id}`)).body.data
    expect(images).toHaveLength(10)
  }
  expect(await countOf('file?type=image')).toBe(before + 10 * times.length)
  await expectVerified(data.dataDir)
})

it('has a menu that was saved whole or not at all when the server is killed amid it', {
  timeout: 120_000,
}, async () => {
  const enter = () => signIn(server.url, data.dataDir, accountOf(data.dataDir, administrator))
  let admin = await enter()
  for (const milliseconds of [3, 15, 60]) {
    const before = await menuTitles(admin)
    const titles = fortyTitles(milliseconds)
    const save = () => saveMenu(admin, titles, `menu-${milliseconds}`)
    const first = await killedAmid(milliseconds, save)
    admin = await enter()
    expect([JSON.stringify(before), JSON.stringify(titles)]).toContain(JSON.stringify(await menuTitles(admin)))
    if (first) expect(await menuTitles(admin)).toEqual(titles)
    expect((await save()).status).toBe(200)
    expect(await menuTitles(admin)).toEqual(titles)
  }
})
