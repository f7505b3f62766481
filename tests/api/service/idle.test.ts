import { setTimeout as pause } from 'node:timers/promises'
import { inspect } from 'node:util'
import pg from 'pg'
import { afterEach, expect, it, vi } from 'vitest'
import { openTestAtrium } from '../../support/atrium.ts'
import { openTwoServers } from '../../support/two-servers.ts'

const seconds = 12
const warmUp = 3

/** The statements that this process sends in a while, over every connection: pools, listeners, and those of their own. */
const countStatements = async () => {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  await pause(seconds * 1_000)
  const said = spy.mock.calls.map(([statement]: unknown[]) => inspect(statement))
  spy.mockRestore()
  return said
}

/** The same once it is idle: what a start brings along is over by then, but on a busy machine. */
const whenIdle = async (most: number) => {
  await pause(warmUp * 1_000)
  let said = await countStatements()
  for (let tries = 0; said.length > most && tries < 2; tries += 1) said = await countStatements()
  expect(said.length, said.join('\n')).toBeLessThanOrEqual(most)
  return said
}

const nothing = async () => {}
let close = nothing
afterEach(async () => {
  const opened = close
  close = nothing
  await opened()
})

it('an idle server asks the database at most once a second', { timeout: 120_000 }, async () => {
  const atrium = await openTestAtrium()
  close = atrium.close
  const said = await whenIdle(seconds)
  // The count sees the server's statements: it does look now and then.
  expect(said.some((text) => text.includes('log.event'))).toBe(true)
  expect(said.some((text) => text.includes('mail.outbox'))).toBe(true)
})

it('and so does one that waits for its turn beside another', { timeout: 120_000 }, async () => {
  const servers = await openTwoServers()
  close = servers.close
  await whenIdle(2 * seconds)
})
