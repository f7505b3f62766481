import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPool } from '../../platform/database/pool.ts'
import { silentLog } from '../../platform/logger.ts'
import { mailTransport } from '../../platform/mail/transport.ts'
import { currentSecret } from '../../platform/small-file.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { mailSink } from './mail/sink.ts'

const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
const file = join(folder, 'secret')
let database: TestDatabase
const role = `rotated_${process.pid}`
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  await database.pool.query(`drop owned by ${role}`)
  await database.pool.query(`drop role ${role}`)
  await database.drop()
  rmSync(folder, { recursive: true })
})

it('another password of the database in its file is taken by the next connection', async () => {
  const { pool } = database
  const addressWith = (password: string) => {
    const { port, pathname } = new URL(database.url.replace(/@[^/]*:(\d+)\//, '@127.0.0.1:$1/'))
    return `postgres://${role}:${password}@127.0.0.1:${port}${pathname}`
  }
  await pool.query(`create role ${role} login password 'first'`)
  writeFileSync(file, `${addressWith('first')}\n`)
  const rotated = openPool(currentSecret(file, addressWith('first')), silentLog, 'rotated')
  const whoAmI = async () => (await rotated.query<{ name: string }>('select current_user as name')).rows[0]?.name
  expect(await whoAmI()).toBe(role)
  await pool.query(`alter role ${role} password 'second'`)
  await pool.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'rotated'")
  await expect.poll(() => whoAmI().catch((error: Error) => error.message)).toMatch(/password authentication failed/)
  writeFileSync(file, '')
  await expect(whoAmI()).rejects.toThrow(/password authentication failed/)
  writeFileSync(file, addressWith('second'))
  expect(await whoAmI()).toBe(role)
  await rotated.end()
})

it('another mail server in its file is taken by the next mail', async () => {
  const [first, second] = [await mailSink(), await mailSink()]
  writeFileSync(file, first.url)
  const from = { name: 'Atrium', address: 'no-reply@example.org' }
  const transport = mailTransport({ smtpUrl: currentSecret(file, first.url), folder, from })
  const mail = { to: 'a@example.org', subject: 'One', text: 'One' }
  await transport.send(mail, '<1@example.org>')
  writeFileSync(file, second.url)
  await transport.send(mail, '<2@example.org>')
  expect([first, second].map(({ received }) => received.map(({ messageId }) => messageId))).toEqual([
    ['<1@example.org>'],
    ['<2@example.org>'],
  ])
  await first.close()
  await second.close()
})
