import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { openBase } from '../../app/open.ts'
import { rotateMasterKey } from '../../cli/rotate-master-key.ts'
import { resources } from '../../domain/catalog.ts'
import { ConfigError, readConfig } from '../../platform/config.ts'
import { masterKeyIn } from '../../platform/master-key.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { newDataDir } from '../support/server.ts'

// The rotation itself is in tests/app/purpose-keys.test.ts, with processes that are killed in tests/faults/rotate-master-key.long.test.ts.
const logger = pino({ level: 'silent' })
const [present, next] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
const data = newDataDir()
let database: TestDatabase

const configWith = (key: string) =>
  readConfig({ DATABASE_URL: database.url, MASTER_KEY: key, DATA_DIR: data.dataDir, DEMO: 'off' })
const open = (key: string) => openBase(configWith(key), logger, resources)
const rotate = async (environment: Record<string, string>, config = configWith(present)) => {
  const said: string[] = []
  const code = await rotateMasterKey({ config, environment, logger, say: (text) => said.push(text) })
  return { code, said }
}

beforeEach(async () => {
  database = await testDatabase()
})
afterEach(() => database.drop())
afterAll(data.remove)

it.each([
  [{ NEW_MASTER_KEY: 'short' }, 'NEW_MASTER_KEY must be 32 bytes, written in hex or base64.'],
  [{ NEW_MASTER_KEY: '' }, 'NEW_MASTER_KEY must be set to the key that follows MASTER_KEY.'],
  [{ NEW_MASTER_KEY: present }, 'NEW_MASTER_KEY must be another key than MASTER_KEY.'],
])('refuses the keys %o', async (keys, sentence) => {
  await expect(rotate({ MASTER_KEY: present, ...keys })).rejects.toThrow(new ConfigError(sentence))
})

it('refuses beside a process that runs, then seals for the new key alone, and says so when it is run again', async () => {
  const running = await open(present)
  await running.keys.ensure('user-1')
  const keys = { MASTER_KEY: present, NEW_MASTER_KEY: next }
  expect(await rotate(keys)).toEqual({
    code: 1,
    said: ['Atrium is running on this database: stop all of its processes first. Nothing was changed.'],
  })
  await running.close()
  expect(await rotate(keys)).toMatchObject({ code: 0, said: ['1 values are sealed with new keys.', expect.anything()] })
  await expect(open(present)).rejects.toThrow(/^MASTER_KEY .* is not the key that this database is sealed with/)
  await (await open(next)).close()
  expect(await rotate(keys)).toMatchObject({
    code: 0,
    said: ['The database was sealed with the new key before.', expect.anything()],
  })
})

it('puts the new key into the data folder where no variable names one', async () => {
  const keyFile = join(data.dataDir, 'master.key')
  const before = Buffer.from(masterKeyIn(data.dataDir) ?? '').toString('hex')
  await (await open(before)).close()
  expect(await rotate({}, configWith(before))).toMatchObject({
    code: 0,
    said: [expect.anything(), 'The new key is in DATA_DIR.'],
  })
  expect(readFileSync(keyFile, 'utf8')).not.toBe(before)
  expect(existsSync(`${keyFile}.new`)).toBe(false)
  await (await open(readFileSync(keyFile, 'utf8'))).close()
})
