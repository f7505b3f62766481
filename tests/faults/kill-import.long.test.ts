import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Answer, type Client, signIn } from '../support/client.ts'
import { newDataDir, type RunningServer, startServer } from '../support/server.ts'
import { accountOf, administrator } from '../support/sign-in-page.ts'
import { expectVerified } from './invariants.ts'
import { checkedPeople, importedPeople } from './sent.ts'

// On Postgres; with IMPORT_EVENTSTORE_URL on an EventStoreDB whose log is empty.
const store: Record<string, string> = process.env.IMPORT_EVENTSTORE_URL
  ? { EVENTSTORE_URL: process.env.IMPORT_EVENTSTORE_URL }
  : {}
const perRound = 400
const data = newDataDir()
let server: RunningServer
let admin: Client

const start = async () => {
  server = await startServer(data.dataDir, store)
  admin = await signIn(server.url, data.dataDir, accountOf(data.dataDir, administrator))
}
beforeAll(start, 90_000)
afterAll(async () => {
  await server.stop()
  await data.remove()
})

it('has all rows of a spreadsheet once, or none of them, whenever the server is killed amid its import', {
  timeout: 180_000,
}, async () => {
  for (const [index, milliseconds] of [5, 150, 600].entries()) {
    const round = index + 1
    const check = await checkedPeople(admin, round, perRound)
    const sent: Promise<Answer | null> = admin.call('POST', `/api/import/${check}`, { invite: false }).catch(() => null)
    await pause(milliseconds)
    await server.kill()
    const acknowledged = (await sent)?.status === 200
    await start()

    const look = async () => admin.call('GET', `/api/job/${check}`)
    const begun = (await look()).status === 200
    if (acknowledged) expect(begun).toBe(true)
    if (begun) {
      await vi.waitUntil(async () => (await look()).body.data.finishedAt !== null, { timeout: 60_000 })
      expect((await look()).body.data).toMatchObject({ state: 'done', done: perRound, failed: 0 })
    }
    const names = await importedPeople(admin, round, perRound)
    expect(names).toHaveLength(begun ? perRound : 0)
    expect(new Set(names).size).toBe(names.length)
  }
  await expectVerified(data.dataDir, store)
})
