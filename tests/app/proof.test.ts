import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, it } from 'vitest'
import { openAtrium } from '../../app/atrium.ts'
import { openBase } from '../../app/open.ts'
import { runVerify, runVerifyLog } from '../../cli/verify.ts'
import { resources } from '../../domain/catalog.ts'
import { category } from '../../domain/resources/category.ts'
import { readConfig } from '../../platform/config.ts'
import { testDatabase } from '../support/database.ts'
import { fastFolder } from '../support/fast-folder.ts'

const database = await testDatabase()
const folder = mkdtempSync(join(fastFolder, 'atrium-proof-'))
const config = readConfig({
  DATABASE_URL: database.url,
  DATA_DIR: join(folder, 'data'),
  MASTER_KEY: 'ab'.repeat(32),
  WITNESS_URLS: `file://${join(folder, 'elsewhere')},mailto:auditor@example.org`,
  PORT: '0',
})
const logger = pino({ level: 'silent' })
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

const create = async (name: string) => {
  const atrium = await openAtrium({ ...config, role: 'projector' }, logger, resources)
  await atrium.services.dispatch({
    resource: category,
    verb: 'create',
    sent: { name },
    actor: { type: 'system', id: 'test' },
    perms: null,
    commandId: crypto.randomUUID(),
    isFirstTry: true,
  })
  await atrium.close()
}

const verified = async (run: typeof runVerify | typeof runVerifyLog) => {
  const base = await openBase(config, logger, resources)
  const said: string[] = []
  const code = await run({ ...base, config, resources, say: (text) => said.push(text) })
  const [newest] = await base.proof.checkpoints.list(1)
  await base.close()
  return { code, said, size: newest?.size }
}

it('signs what is new when it stops, in the database and in every folder, and verifies it as the command line does', async () => {
  await create('News')
  const first = await verified(runVerifyLog)
  expect(first).toMatchObject({
    code: 0,
    said: [
      expect.stringMatching(/^\d+ events are whole\.$/),
      `${first.size} of them are covered by signed checkpoints.`,
    ],
  })
  await create('Safety')
  const second = await verified(runVerify)
  expect(second.size).toBe((first.size ?? 0) + 1)
  expect(second).toMatchObject({
    code: 0,
    said: expect.arrayContaining([`${second.size} of them are covered by signed checkpoints.`]),
  })
  expect(existsSync(join(folder, 'elsewhere', 'checkpoint'))).toBe(true)
  const { rows } = await database.pool.query('select kind, state from mail.outbox')
  expect(rows).toEqual([{ kind: 'checkpoint', state: 'queued' }])
  await database.pool.query(
    `set session_replication_role = replica; update log.event set recorded_at = recorded_at - interval '1 hour' where stream = 'category-1'; set session_replication_role = origin`,
  )
  expect(await verified(runVerifyLog)).toMatchObject({
    code: 1,
    said: [
      expect.stringMatching(/^Position \d+: the event is not the one that was signed\.$/),
      '1 problems were found.',
    ],
  })
}, 60_000)
