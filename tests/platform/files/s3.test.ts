import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as requestHttp } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ConfigError } from '../../../platform/config.ts'
import { StorageAway } from '../../../platform/files/refused.ts'
import { s3Storage } from '../../../platform/files/s3/storage.ts'
import { bucketOf, tryStorage } from '../../../platform/files/storage-place.ts'
import { FileMissing, type FileStorage } from '../../../platform/files/storage.ts'
import { FileChanged } from '../../../platform/files/whole.ts'
import { fastFolder } from '../../support/fast-folder.ts'
import { openS3 } from '../../support/s3.ts'

const folder = mkdtempSync(join(fastFolder, 'atrium-s3-test-'))
const waits = { silence: 500, tries: 2 }
let server: Awaited<ReturnType<typeof openS3>>
let storage: FileStorage
beforeAll(async () => {
  server = await openS3()
  storage = s3Storage(server.bucket, folder, waits)
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const all = async (hashes: AsyncIterable<string>) => {
  const found: string[] = []
  for await (const hash of hashes) found.push(hash)
  return found.sort()
}
/** The file in which the server keeps an object. */
const objectOf = (hash: string) => {
  const kept = join(server.directory, 'files', 'atrium', hash.slice(0, 2))
  const name = readdirSync(kept).find((one) => one.startsWith(hash) && one.endsWith('_object'))
  return join(kept, name ?? '')
}

it('keeps bytes by their hash, from memory or a stream, and gives them back', async () => {
  const [small, large] = [Buffer.from('Grüße'), randomBytes(3_000_000)]
  expect(await storage.put(small)).toEqual({ hash: sha256(small), size: small.length })
  const chunks = Array.from({ length: 30 }, (_, at) => large.subarray(at * 100_000, (at + 1) * 100_000))
  const { hash } = await storage.put(Readable.from(chunks), large.length)
  expect([hash, await storage.has(hash), await storage.sizeOf(hash)]).toEqual([sha256(large), true, large.length])
  for (let turn = 0; turn < 2; turn += 1) expect((await buffer(await storage.open(hash))).equals(large)).toBe(true)
  const part = await buffer(await storage.open(hash, { start: 70_000, end: 140_000 }))
  expect(part.equals(large.subarray(70_000, 140_001))).toBe(true)
  expect(await storage.check(hash)).toBe('whole')
  expect(readdirSync(join(folder, 'temporary'))).toEqual([])
  const nothing = sha256(Buffer.from('nothing'))
  expect([await storage.has(nothing), await storage.sizeOf(nothing), await storage.check(nothing)]).toEqual([
    false,
    null,
    'missing',
  ])
  await expect(storage.open(nothing)).rejects.toThrow(FileMissing)
  await expect(storage.open('../../etc/passwd')).rejects.toThrow(FileMissing)
})

it('asks for each part of what it knows to be whole by one call, and sends no more than that', async () => {
  const bytes = randomBytes(300_000)
  const { hash } = await storage.put(bytes)
  const asked: string[] = []
  const before = createServer((request, response) => {
    asked.push(`${request.method} ${request.headers.range ?? 'all'}`)
    const { method, headers, url } = request
    const to = new URL(url ?? '', server.bucket.endpoint)
    const passed = requestHttp(to, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers)
      answer.pipe(response)
    })
    request.pipe(passed)
  })
  await new Promise<void>((resolve) => before.listen(0, '127.0.0.1', resolve))
  const address = before.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const own = s3Storage({ ...server.bucket, endpoint: `http://127.0.0.1:${port}` }, folder, waits)
  await buffer(await own.open(hash, { start: 0, end: 9 }))
  // Compared with its hash first.
  expect(asked.splice(0)).toEqual(['GET all', 'GET bytes=0-9'])
  expect(await own.sizeOf(hash)).toBe(bytes.length)
  for (const part of [
    { start: 10, end: 99_999 },
    { start: 299_999, end: 299_999 },
  ])
    expect((await buffer(await own.open(hash, part))).equals(bytes.subarray(part.start, part.end + 1))).toBe(true)
  expect(asked).toEqual(['GET bytes=10-99999', 'GET bytes=299999-299999'])
  before.closeAllConnections()
  before.close()
})

it('names a part of what has become shorter or is gone, also after it was read whole', async () => {
  const [bytes, part] = [randomBytes(1_000), { start: 900, end: 999 }]
  const { hash } = await storage.put(bytes)
  await buffer(await storage.open(hash, part))
  writeFileSync(objectOf(hash), bytes.subarray(0, 500))
  await expect(storage.open(hash, part)).rejects.toThrow(FileChanged)
  await storage.removeOlderThan(hash, -1_000)
  await expect(storage.open(hash, part)).rejects.toThrow(FileMissing)
  expect(await storage.sizeOf(hash)).toBeNull()
})

it('names what is not what was stored, also after it was read whole', async () => {
  const { hash } = await storage.put(randomBytes(1_000))
  await buffer(await storage.open(hash))
  const path = objectOf(hash)
  const bytes = readFileSync(path)
  writeFileSync(path, Buffer.concat([bytes.subarray(0, 900), Buffer.alloc(101)]))
  await expect(storage.open(hash)).rejects.toThrow(FileChanged)
  expect(await storage.check(hash)).toBe('changed')
  await storage.removeOlderThan(hash, -1_000)
})

it('lists and removes by age, over many pages and nothing but its own', async () => {
  const before = await all(storage.listOlderThan(0))
  const made = await Promise.all(
    Array.from({ length: 40 }, async (_, at) => (await storage.put(Buffer.from(`file ${at}`))).hash),
  )
  const other = s3Storage({ ...server.bucket, prefix: '' }, folder, waits)
  expect(await all(storage.listOlderThan(0))).toEqual([...before, ...made].sort())
  expect(await all(other.listOlderThan(0))).toEqual([])
  expect(await all(storage.listOlderThan(3_600_000))).toEqual([])
  const [first = ''] = made
  expect(await storage.removeOlderThan(first, 3_600_000)).toBe(false)
  expect(await storage.removeOlderThan(first, -1_000)).toBe(true)
  expect(await storage.removeOlderThan(first, -1_000)).toBe(false)
  expect(await storage.has(first)).toBe(false)
  for (const hash of made) await storage.removeOlderThan(hash, -1_000)
})

it('says that the storage is away while it is, and goes on when it is back', { timeout: 30_000 }, async () => {
  const { hash } = await storage.put(Buffer.from('Kept'))
  await server.stop()
  for (const asked of [
    () => storage.put(Buffer.from('Lost?')),
    () => storage.open(hash),
    () => storage.has(hash),
    () => storage.check(hash),
    () => all(storage.listOlderThan(0)),
  ])
    await expect(asked()).rejects.toThrow(StorageAway)
  expect(readdirSync(join(folder, 'temporary'))).toEqual([])
  await server.start()
  expect((await buffer(await storage.open(hash))).toString()).toBe('Kept')
})

it('takes a server that hangs, fails or refuses for one that is away, whatever it says', {
  timeout: 30_000,
}, async () => {
  const answers: Readonly<Record<string, readonly [number, string]>> = {
    slow: [503, '<Error><Code>SlowDown</Code></Error>'],
    denied: [403, '<Error><Code>AccessDenied</Code></Error>'],
    none: [404, '<Error><Code>NoSuchBucket</Code></Error>'],
  }
  let [kind, asked] = ['', 0]
  const faulty = createServer((_request, response) => {
    asked += 1
    const [status, text] = answers[kind] ?? [0, '']
    if (status > 0) response.writeHead(status).end(text)
  })
  await new Promise<void>((resolve) => faulty.listen(0, '127.0.0.1', resolve))
  const address = faulty.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const on = s3Storage({ ...server.bucket, endpoint: `http://127.0.0.1:${port}` }, folder, { silence: 100, tries: 2 })
  for (const [name, tries] of [
    ['slow', 2],
    ['denied', 1],
    ['none', 1],
    ['hangs', 2],
  ] as const) {
    ;[kind, asked] = [name, 0]
    await expect(on.open(sha256(Buffer.from(name))), name).rejects.toThrow(StorageAway)
    await expect(on.put(Buffer.from(name)), name).rejects.toThrow(StorageAway)
    expect(asked, name).toBe(tries * 2)
  }
  faulty.closeAllConnections()
  faulty.close()
})

it('is tried at the start, and says which variable to look at', async () => {
  const s3 = { endpoint: server.bucket.endpoint, region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  const place = { storageUrl: 's3://files/atrium', s3, dataDir: folder }
  await tryStorage(place)
  await expect(tryStorage({ ...place, storageUrl: 's3://absent' })).rejects.toThrow(/^STORAGE_URL must .*NoSuchBucket/)
  await expect(tryStorage({ ...place, s3: { ...s3, secretAccessKey: 'wrong' } })).rejects.toThrow(
    /^STORAGE_URL must .*S3_ACCESS_KEY_ID .*\(403 SignatureDoesNotMatch\)\.$/,
  )
  await expect(tryStorage({ ...place, s3: { ...s3, endpoint: 'http://127.0.0.1:1' } })).rejects.toThrow(/no answer/)
  expect(() => bucketOf({ ...place, s3: { ...s3, secretAccessKey: null } })).toThrow(ConfigError)
  for (const storageUrl of ['s3://', 's3://Bucket', 's3://files/a b', 's3://files?x=1'])
    expect(() => bucketOf({ ...place, storageUrl }), storageUrl).toThrow(/^STORAGE_URL must be an address like s3:/)
  expect(bucketOf({ ...place, storageUrl: 's3://files//deep/er/', s3: { ...s3, endpoint: null } })).toMatchObject({
    endpoint: 'https://s3.us-east-1.amazonaws.com',
    prefix: 'deep/er/',
  })
})
