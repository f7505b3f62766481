import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAtrium } from '../../app/atrium.ts'
import { withPort } from '../../app/listening.ts'
import { resources } from '../../domain/catalog.ts'
import { ConfigError, readConfig } from '../../platform/config.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { newDataDir } from '../support/server.ts'

// That a process ends with 78 and the sentence of a ConfigError is in main.test.ts.
const data = newDataDir()
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  await database.drop()
  await data.remove()
})

const configWith = (variables: Record<string, string>) =>
  readConfig({
    DATABASE_URL: database.url,
    MASTER_KEY: 'ab'.repeat(32),
    DATA_DIR: data.dataDir,
    DEMO: 'off',
    HOST: '127.0.0.1',
    ...variables,
  })

const refusalOf = async (opening: Promise<unknown>): Promise<string> => {
  const error = await opening.then(
    () => expect.fail('it was opened'),
    (refused: unknown) => refused,
  )
  expect(error).toBeInstanceOf(ConfigError)
  return error instanceof Error ? error.message : ''
}
const listening = (variables: Record<string, string>) => refusalOf(withPort(configWith(variables)))
const opening = (variables: Record<string, string>) =>
  refusalOf(openAtrium(configWith(variables), pino({ level: 'silent' }), resources))

it.each([
  ['256.256.256.256', 'HOST is a name that nobody knows here.'],
  ['2001:db8::1', 'HOST is not an address of this machine.'],
  // RFC 5737 keeps this address for documents.
  ['192.0.2.1', 'HOST is not an address of this machine.'],
  ['nowhere.invalid', 'HOST is a name that nobody knows here.'],
])('says so when HOST is %s', { timeout: 60_000 }, async (host, sentence) => {
  expect(await listening({ HOST: host, PORT: '0' })).toBe(sentence)
})

it('says so when PORT is taken', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  const port = typeof address === 'object' && address ? String(address.port) : ''
  expect(await listening({ PORT: port })).toBe('PORT is taken by another program.')
  other.close()
})

it('says so when STORAGE_URL cannot be written', async () => {
  expect(await opening({ STORAGE_URL: 'file:///proc/atrium' })).toMatch(
    /^STORAGE_URL must be a folder in which this user can write, read and delete \(\w+\)\.$/,
  )
})

it.each(['/proc/atrium', '/dev/null/atrium'])('says so when the demo company has no folder but %s', async (dataDir) => {
  expect(await opening({ DEMO: 'on', DATA_DIR: dataDir, STORAGE_URL: 'file:///tmp' })).toMatch(
    /^DATA_DIR must be a folder in which this user can write, read and delete \(\w+\)\.$/,
  )
})

it('says so when the user of the database may create nothing', async () => {
  const name = `guest_${randomUUID().slice(0, 8)}`
  await database.pool.query(`create role ${name} login password 'guest'`)
  try {
    const url = new URL(database.url)
    ;[url.username, url.password] = [name, 'guest']
    expect(await opening({ DATABASE_URL: url.href })).toBe(
      'DATABASE_URL must name a user with the right CREATE in the database and in its schema public (42501); where the tables have an owner of their own, run npm run atrium -- migrate first.',
    )
  } finally {
    await database.pool.query(`drop role ${name}`)
  }
})
