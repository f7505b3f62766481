import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sealedColumns } from '../../app/sealed-columns.ts'
import { sealText } from '../../platform/keys.ts'
import { openPurposeKeys } from '../../platform/purpose-keys.ts'
import { testDatabase } from '../support/database.ts'
import { environment, newDataDir, startServer } from '../support/server.ts'
import { command, expectVerified, program } from './invariants.ts'

const data = newDataDir()
const [present, next] = [randomBytes(32), randomBytes(32)]
let database: Awaited<ReturnType<typeof testDatabase>>

const withKey = (key: Buffer) => ({ DATABASE_URL: database.url, MASTER_KEY: key.toString('hex'), DEMO: 'off' })
const rotating = () => ({ ...withKey(present), NEW_MASTER_KEY: next.toString('hex') })
const refused = /ended with 78: (?:.*\n)*MASTER_KEY .* is not the key that this database is sealed with/

// More than a moment's work, so that it can be broken off.
const addPeople = async (count: number) => {
  const wrapping = (await openPurposeKeys(database.pool, present, sealedColumns))('personal keys')
  const rows = Array.from({ length: count }, (_, at) => ({
    subject: `visitor-${at}`,
    wrapped: sealText(wrapping, randomBytes(32).toString('base64url'), `visitor-${at}`),
  }))
  await database.pool.query(
    'insert into keys.subject (subject, wrapped) select * from json_to_recordset($1) as one (subject text, wrapped jsonb)',
    [JSON.stringify(rows)],
  )
}

const killedMidway = () =>
  new Promise<string>((resolve) => {
    const child = spawn(process.execPath, [program, 'rotate-master-key'], {
      env: environment(data.dataDir, rotating()),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      child.kill('SIGKILL')
    })
    child.once('exit', () => resolve(said))
  })

beforeAll(async () => {
  database = await testDatabase()
}, 60_000)

afterAll(async () => {
  await database.drop()
  await data.remove()
})

it('refuses while a server runs, and survives being killed midway', { timeout: 240_000 }, async () => {
  const server = await startServer(data.dataDir, withKey(present))
  expect(await command(data.dataDir, ['rotate-master-key'], rotating())).toMatchObject({
    code: 1,
    stdout: 'Atrium is running on this database: stop all of its processes first. Nothing was changed.\n',
  })
  await server.stop()
  await addPeople(60_000)
  expect(await killedMidway()).toBe('50000 values are sealed anew.\n')
  await expectVerified(data.dataDir, withKey(present))
  await expect(startServer(data.dataDir, withKey(next))).rejects.toThrow(refused)

  const done = await command(data.dataDir, ['rotate-master-key'], rotating())
  expect(done).toMatchObject({ code: 0, stdout: expect.stringMatching(/60\d{3} values are sealed with new keys\.\n/) })
  await expect(startServer(data.dataDir, withKey(present))).rejects.toThrow(refused)
  await expectVerified(data.dataDir, withKey(next))
  await (await startServer(data.dataDir, withKey(next))).stop()
  expect(await command(data.dataDir, ['rotate-master-key'], rotating())).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('The database was sealed with the new key before.'),
  })
})

it.each([
  [{ NEW_MASTER_KEY: 'short' }, 'NEW_MASTER_KEY must be 32 bytes, written in hex or base64.\n'],
  [{ NEW_MASTER_KEY: '' }, 'NEW_MASTER_KEY must be set to the key that follows MASTER_KEY.\n'],
  [
    { NEW_MASTER_KEY: next.toString('hex'), MASTER_KEY: next.toString('hex') },
    'NEW_MASTER_KEY must be another key than MASTER_KEY.\n',
  ],
])('refuses the keys %o', { timeout: 60_000 }, async (keys, stderr) => {
  expect(await command(data.dataDir, ['rotate-master-key'], { ...rotating(), ...keys })).toMatchObject({
    code: 78,
    stderr,
  })
})

it('replaces the key in the data folder where no variable names one', { timeout: 120_000 }, async () => {
  const own = newDataDir()
  const keyFile = join(own.dataDir, 'master.key')
  try {
    await (await startServer(own.dataDir, { DEMO: 'off' })).stop()
    const before = readFileSync(keyFile, 'utf8')
    const done = await command(own.dataDir, ['rotate-master-key'])
    expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining('The new key is in DATA_DIR.') })
    expect(readFileSync(keyFile, 'utf8')).not.toBe(before)
    expect(existsSync(`${keyFile}.new`)).toBe(false)
    await expectVerified(own.dataDir)
  } finally {
    await own.remove()
  }
})
