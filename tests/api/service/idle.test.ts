import { setTimeout as pause } from 'node:timers/promises'
import { inspect } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import { openTwoServers, type TwoServers } from '../../support/two-servers.ts'

// What is asked every 15 seconds falls into each count once.
const seconds = 15
const warmUp = 3

let alone: TestAtrium
let two: TwoServers
beforeAll(async () => {
  ;[alone, two] = await Promise.all([openTestAtrium(), openTwoServers()])
}, 120_000)
afterAll(async () => {
  await alone?.close()
  await two?.close()
})

const databaseOf = (client: unknown) => (client instanceof pg.Client ? client.database : undefined)

/** What the databases are asked in a while over every connection of this process: pools, listeners, and those of their own. */
const countStatements = async (...databases: readonly TestAtrium[]) => {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  await pause(seconds * 1_000)
  const said = spy.mock.calls.map(([statement]: unknown[], at) => ({
    database: databaseOf(spy.mock.contexts[at]),
    text: inspect(statement),
  }))
  spy.mockRestore()
  return databases.map(({ database }) => {
    const name = new URL(database.url).pathname.slice(1)
    return said.filter((one) => one.database === name).map(({ text }) => text)
  })
}

it('an idle server asks the database at most once a second, and so does one that waits beside another', {
  timeout: 120_000,
}, async () => {
  const most = [seconds, 2 * seconds]
  const areIdle = (said: readonly string[][]) => said.every(({ length }, at) => length <= (most[at] ?? 0))
  // What a start brings along is over by then, but on a busy machine, where what is done each minute may also fall into the next count.
  await pause(warmUp * 1_000)
  let said = await countStatements(alone, two.atrium)
  for (let tries = 0; !areIdle(said) && tries < 4; tries += 1) {
    // What is asked every 15 seconds at the edge of a count falls into it twice, and so it would into the next.
    await pause(4_000)
    said = await countStatements(alone, two.atrium)
  }
  for (const [at, texts] of said.entries()) {
    expect(texts.length, texts.join('\n')).toBeLessThanOrEqual(most[at] ?? 0)
    // The count sees the servers' statements: they do look now and then.
    expect(texts.some((text) => text.includes('log.event'))).toBe(true)
    expect(texts.some((text) => text.includes('mail.outbox'))).toBe(true)
  }
})
