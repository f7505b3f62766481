import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Client, signIn } from '../support/client.ts'
import { accountsOf, isReady, newDataDir, type RunningServer, startServer } from '../support/server.ts'

const root = join(import.meta.dirname, '..', '..')
const data = newDataDir()
let server: RunningServer
let editor: Client

type Entry = { key: string; name: string; outcome: 'ok' | 'fail' | 'unknown'; id?: number }
const ledger: Entry[] = []

const start = async () => {
  server = await startServer(data.dataDir)
  const account = accountsOf(data.dataDir).find((one) => one.role === 'Editor')
  if (!account) throw new Error('no editor in the demo company')
  editor = await signIn(server.url, data.dataDir, account)
}

const create = async (entry: Entry): Promise<Entry> => {
  try {
    const answer = await editor.call('POST', '/api/category', { name: entry.name }, { 'idempotency-key': entry.key })
    // A timeout, a reset or a 5xx says nothing about what happened.
    const outcome = answer.status === 200 ? 'ok' : answer.status < 500 ? 'fail' : 'unknown'
    return { ...entry, outcome, ...(outcome === 'ok' ? { id: answer.body.data.id } : {}) }
  } catch {
    return { ...entry, outcome: 'unknown' }
  }
}

/** Commands by eight callers until `kill` has happened and every call has ended. */
const loadUntil = async (kill: () => Promise<void>, afterMs: number) => {
  let isOver = false
  const caller = async () => {
    while (!isOver)
      ledger.push(await create({ key: randomUUID(), name: `Name ${ledger.length % 30} of many`, outcome: 'unknown' }))
  }
  const callers = Array.from({ length: 8 }, caller)
  const killed = new Promise<void>((resolve) =>
    setTimeout(() => {
      void kill().then(() => {
        isOver = true
        resolve()
      })
    }, afterMs),
  )
  await Promise.all([killed, ...callers])
}

const settle = async () => {
  for (const [index, entry] of ledger.entries()) if (entry.outcome === 'unknown') ledger[index] = await create(entry)
}

const check = async () => {
  const acknowledged = ledger.filter((entry) => entry.outcome === 'ok')
  expect(new Set(acknowledged.map((entry) => entry.id)).size).toBe(acknowledged.length)
  const { body } = await editor.call('GET', '/api/category?per_page=100')
  expect(body.meta.total_item).toBe(acknowledged.length + 4)
  const verified = await promisify(execFile)(process.execPath, [join(root, 'dist/server/atrium.js'), 'verify'], {
    env: { ...process.env, DATA_DIR: data.dataDir },
  })
  expect(verified.stdout).toMatch(/are whole, and the read models say the same/)
}

beforeAll(start, 90_000)
afterAll(async () => {
  await server.stop()
  await data.remove()
})

it('keeps every acknowledged command once when the server is killed', async () => {
  for (const afterMs of [300, 700]) {
    await loadUntil(() => server.kill(), afterMs)
    await start()
    await settle()
  }
  expect(ledger.filter((entry) => entry.outcome === 'ok').length).toBeGreaterThan(20)
  await check()
}, 120_000)

it('keeps every acknowledged command once when PostgreSQL is killed, and says 503 meanwhile', async () => {
  const pid = Number(readFileSync(join(data.dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])
  await loadUntil(async () => {
    process.kill(pid, 'SIGKILL')
  }, 500)
  await vi.waitUntil(() => isReady(server.url), { timeout: 30_000, interval: 50 })
  await settle()
  await check()
}, 120_000)
