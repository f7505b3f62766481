import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
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
import { keptLog, scrape, valueOf } from '../support/metrics.ts'
import { pngPicture } from '../support/pictures.ts'
import { openS3 } from '../support/s3.ts'

const quiet = pino({ level: 'silent' })
const log = keptLog()
const other = mkdtempSync(join(fastFolder, 'atrium-other-'))
let s3: Awaited<ReturnType<typeof openS3>>
let atrium: TestAtrium
let staff: Client
beforeAll(async () => {
  s3 = await openS3()
  atrium = await openTestAtrium({ logger: log.logger, environment: { ...s3.environment, METRICS_PORT: '0' } })
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

const film = `\0\0\0\x18ftypmp42\0\0\0\0mp42isom${Array.from({ length: 20_000 }, (_, at) => `frame ${at} `).join('')}`
const part = (link: string, range: string) =>
  fetch(`${atrium.url}${link}`, { headers: { authorization: staff.token, range } })
/** Where the server of the bucket keeps an object. */
const objectsOf = (hash: string): string[] => {
  const folder = join(s3.directory, 'files', 'atrium', hash.slice(0, 2))
  // The server removes a folder with its last object.
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names.flatMap((name) => (name.startsWith(hash) ? [join(folder, name)] : []))
}

it('plays a film from a bucket in parts: its beginning, its middle, its end, and none beyond it', async () => {
  const { body } = await upload('film.mp4', film)
  const link = await linkOf(body.data.id)
  const last = film.length - 1
  for (const [range, first, end] of [
    ['bytes=0-1023', 0, 1_023],
    ['bytes=70000-140000', 70_000, 140_000],
    ['bytes=200000-', 200_000, last],
    ['bytes=-500', last - 499, last],
  ] as const) {
    const answer = await part(link, range)
    expect([answer.status, answer.headers.get('content-range')]).toEqual([206, `bytes ${first}-${end}/${film.length}`])
    expect(answer.headers.get('content-length')).toBe(String(end - first + 1))
    expect(await answer.text()).toBe(film.slice(first, end + 1))
  }
  const outside = await part(link, `bytes=${film.length}-`)
  expect([outside.status, outside.headers.get('content-range')]).toEqual([416, `bytes */${film.length}`])
  expect((await (await get(atrium.url, link)).text()).length).toBe(film.length)
})

it('says of a film whose bytes are gone that they are, whole and in parts, and notes it', async () => {
  const { body } = await upload('lost.mp4', `${film} once more`)
  const link = await linkOf(body.data.id)
  expect((await part(link, 'bytes=0-9')).status).toBe(206)
  const { rows } = await atrium.services.pool.query<{ hash: string }>('select hash from file where id = $1', [
    body.data.id,
  ])
  const objects = objectsOf(rows[0]?.hash ?? '')
  expect(objects.length).toBeGreaterThan(0)
  for (const object of objects) rmSync(object)
  for (const answer of [await part(link, 'bytes=0-9'), await get(atrium.url, link)]) {
    expect(answer.status).toBe(410)
    expect(await answer.json()).toMatchObject({ name: 'Gone', message: expect.stringContaining('no longer there') })
  }
  const noted = () => atrium.database.pool.query("select 1 from debug.entry where message like '%not stored%'")
  await expect.poll(async () => (await noted()).rowCount, { timeout: 10_000 }).toBe(2)
})

it('has no picture of a person any more once they are erased', { timeout: 60_000 }, async () => {
  const person = await atrium.asEmployee()
  const photo = formOf<'employee'>({}, { thumbnail: new Uint8Array(await pngPicture(123, 45)) })
  expect((await person.call('PATCH', '/api/me', photo)).status).toBe(200)
  const { pool } = atrium.services
  const { rows } = await pool.query<{ hash: string }>(
    'select hash from file join employee on thumbnail = file.id where employee.id = $1',
    [person.id],
  )
  const hash = rows[0]?.hash ?? expect.fail('no photo')
  const storage = openStorage(atrium.config)
  expect([await storage.has(hash), objectsOf(hash).length > 0]).toEqual([true, true])
  const name = person.email.split('@')[0] ?? ''
  expect((await staff.call('POST', `/api/employee/${person.id}/erasure`, { name })).status).toBe(200)
  await expect.poll(() => storage.has(hash), { timeout: 30_000 }).toBe(false)
  expect(objectsOf(hash)).toEqual([])
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
  const ready = async () => (await staff.call('GET', '/health/ready')).body
  const away = async () => valueOf(await scrape(log.metricsUrl()), 'atrium_files_away')
  await expect.poll(ready, { timeout: 10_000 }).toMatchObject({ status: 'degraded', filesAway: true })
  expect(await away()).toBe(1)
  await s3.start()
  await expect.poll(ready, { timeout: 20_000 }).toEqual({ status: 'ready' })
  expect(await away()).toBe(0)
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
