import { setTimeout as pause } from 'node:timers/promises'
import { inspect } from 'node:util'
import pg from 'pg'
import { afterEach, expect, it, vi } from 'vitest'
import { openTestAtrium } from '../../support/atrium.ts'
import { openTwoServers } from '../../support/two-servers.ts'

const seconds = 12
const warmUp = 3

/** How many statements this process sends in a while, over every connection: pools, listeners, and those of their own. */
const countStatements = async () => {
  // What a start brings along is over by then.
  await pause(warmUp * 1_000)
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  await pause(seconds * 1_000)
  const said = spy.mock.calls.map(([statement]: unknown[]) => inspect(statement))
  spy.mockRestore()
  return said
}

const nothing = async () => {}
let close = nothing
afterEach(async () => {
  const opened = close
  close = nothing
  await opened()
})

it('an idle server asks the database at most once a second', { timeout: 60_000 }, async () => {
  const atrium = await openTestAtrium()
  close = atrium.close
  const said = await countStatements()
  expect(said.length, said.join('\n')).toBeLessThanOrEqual(seconds)
  // The count sees the server's statements: it does look now and then.
  expect(said.some((text) => text.includes('log.event'))).toBe(true)
  expect(said.some((text) => text.includes('mail.outbox'))).toBe(true)
})

it('and so does one that waits for its turn beside another', { timeout: 60_000 }, async () => {
  const servers = await openTwoServers()
  close = servers.close
  const said = await countStatements()
  expect(said.length, said.join('\n')).toBeLessThanOrEqual(2 * seconds)
})
