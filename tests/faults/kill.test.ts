import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { serverProcess } from '../../platform/database/embedded-server.ts'
import { type Client, signIn } from '../support/client.ts'
import { accountsOf, isReady, newDataDir, type RunningServer, startServer } from '../support/server.ts'
import { expectEachOnce, expectHonestOutage, expectVerified } from './invariants.ts'
import { type Entry, loadDuring, settle } from './load.ts'

// One short round of each fault in every run; FAULT_ROUNDS=20 for the long one.
const rounds = Number(process.env.FAULT_ROUNDS ?? 1)
const perRound = 60_000
const data = newDataDir()
const cluster = join(data.dataDir, 'postgres', 'cluster')
let server: RunningServer
let editor: Client
const ledger: Entry[] = []

const start = async () => {
  server = await startServer(data.dataDir)
  const account = accountsOf(data.dataDir).find((one) => one.role === 'Editor')
  if (!account) throw new Error('no editor in the demo company')
  editor = await signIn(server.url, data.dataDir, account)
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
  const names = Array.from({ length: 1_000 }, (_, index) => `Killed amid ${String(index).padStart(4, '0')}`)
  const commands = names.map((name) => ({ resource: 'post', verb: 'create', sent: { ...sent, name } }))
  const { job } = (await editor.call('POST', '/api/job', { commands })).body.data
  const look = async () => (await editor.call('GET', `/api/job/${job}`)).body.data
  for (const share of [50, 250]) {
    await vi.waitUntil(async () => (await look()).done >= share, { timeout: 30_000, interval: 5 })
    expect((await look()).state).toBe('running')
    await server.kill()
    await start()
  }
  await vi.waitUntil(async () => (await look()).state === 'done', { timeout: 60_000 })
  expect(await look()).toMatchObject({ total: 1_000, done: 1_000, unchanged: 0, failed: 0 })
  const listed: string[] = []
  for (let page = 1; page <= 10; page += 1) {
    const query = `keyword=killed+amid&per_page=100&page=${page}`
    const { body } = await editor.call('GET', `/api/post?${query}`)
    expect(body.meta.total_item).toBe(1_000)
    listed.push(...body.data.map(({ name, version }: { name: string; version: number }) => `${name} ${version}`))
  }
  expect(listed.toSorted()).toEqual(names.map((name) => `${name} 1`))
  await expectVerified(data.dataDir)
})
