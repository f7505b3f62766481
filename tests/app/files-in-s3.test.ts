import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAtrium } from '../../app/atrium.ts'
import { writeLedger } from '../../app/backup/ledger.ts'
import { openBackup } from '../../app/backup/read.ts'
import { restoreBackup } from '../../app/backup/restore.ts'
import { writeBackup } from '../../app/backup/write.ts'
import { verifyAll } from '../../app/verify/all.ts'
import { resources } from '../../domain/catalog.ts'
import { openStorage } from '../../platform/files/storage-place.ts'
import { cheapHasher, dist, openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import type { Client } from '../support/client.ts'
import { testDatabase } from '../support/database.ts'
import { fastFolder } from '../support/fast-folder.ts'
import { formOf } from '../support/form.ts'
import { pngPicture } from '../support/pictures.ts'
import { openS3 } from '../support/s3.ts'

const quiet = pino({ level: 'silent' })
const other = mkdtempSync(join(fastFolder, 'atrium-other-'))
let s3: Awaited<ReturnType<typeof openS3>>
let atrium: TestAtrium
let staff: Client
beforeAll(async () => {
  s3 = await openS3()
  atrium = await openTestAtrium({ environment: s3.environment })
  staff = await atrium.asUser('all')
}, 60_000)
afterAll(async () => {
  await atrium.close()
  await s3.close()
  rmSync(other, { recursive: true })
})

const upload = (name: string, bytes: string | Uint8Array<ArrayBuffer>) =>
  staff.call('POST', '/api/file', formOf<'file'>({ name }, { file: { bytes, name, type: 'text/plain' } }))
const linkOf = async (id: number): Promise<string> => (await staff.call('GET', `/api/file/${id}`)).body.data.link
const get = (url: string, link: string) => fetch(`${url}${link}`, { headers: { authorization: staff.token } })

it('serves files and pictures from a bucket, also at another process that shares no disk with the first', async () => {
  const text = `Minutes ${'of the meeting '.repeat(5_000)}`
  const { body, status } = await upload('minutes.txt', text)
  expect(status, JSON.stringify(body)).toBe(200)
  const picture = await upload('quay.png', new Uint8Array(await pngPicture()))
  expect(picture.status).toBe(200)
  const link = await linkOf(body.data.id)
  const second = await openAtrium({ ...atrium.config, dataDir: other }, quiet, resources, dist, cheapHasher)
  try {
    const url = await (second.app?.listen({ port: 0, host: '127.0.0.1' }) ?? '')
    for (const at of [atrium.url, url]) {
      expect(await (await get(at, link)).text()).toBe(text)
      const answer = await get(at, await linkOf(picture.body.data.id))
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    }
  } finally {
    await second.close()
  }
  const found = await verifyAll({ ...atrium.services, config: atrium.config, keyFor: atrium.keyFor })
  expect([found.problems, found.files]).toEqual([[], 2])
})

it('answers 503 with a sentence while the bucket is away, loses nothing, and goes on', {
  timeout: 60_000,
}, async () => {
  const { body } = await upload('before.txt', 'Before')
  const link = await linkOf(body.data.id)
  await s3.stop()
  const refused = await upload('during.txt', 'During')
  expect([refused.status, refused.body.message]).toEqual([
    503,
    'The file storage does not answer. Please try again in a moment.',
  ])
  expect((await get(atrium.url, link)).status).toBe(503)
  expect((await staff.call('GET', '/api/post')).status).toBe(200)
  await s3.start()
  expect(await (await get(atrium.url, link)).text()).toBe('Before')
  const again = await upload('during.txt', 'During')
  expect(await (await get(atrium.url, await linkOf(again.body.data.id))).text()).toBe('During')
})

it('is in a backup, which a restore puts into another folder of a bucket', { timeout: 60_000 }, async () => {
  await upload('kept.txt', 'Kept in the backup')
  await writeLedger(atrium.database.pool, other)
  const storage = openStorage(atrium.config)
  const { path, manifest } = await writeBackup({
    pool: atrium.database.pool,
    storage,
    folder: other,
    passphrase: null,
  })
  expect(manifest.files).toBeGreaterThan(0)
  const database = await testDatabase()
  const backup = await openBackup(path, null, other)
  try {
    const config = {
      ...atrium.config,
      databaseUrl: database.url,
      dataDir: join(other, 'restored'),
      storageUrl: 's3://files/restored',
    }
    await restoreBackup({ config, logger: quiet, backup, erasures: [] })
    const restored = openStorage(config)
    for await (const hash of storage.listOlderThan(0)) expect(await restored.check(hash)).toBe('whole')
  } finally {
    await backup.close()
    await database.drop()
  }
})
