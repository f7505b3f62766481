import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ConfigError } from '../../config.ts'
import { isCode } from '../../small-file.ts'
import { StorageFull } from '../refused.ts'
import { FileMissing, type FileStorage, type Part } from '../storage.ts'
import { FileChanged } from '../whole.ts'
import { type Answer, type Bucket, patience, s3Client, S3Refusal } from './client.ts'

const mostKnown = 20_000

const keyOf = (hash: string): string => {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new FileMissing('that is not the hash of a file')
  return `${hash.slice(0, 2)}/${hash}`
}

// Objects of one tag, moment and length have one content.
const stateOf = ({ headers }: Pick<Answer, 'headers'>): string =>
  `${headers.etag} ${headers['last-modified']} ${sizeIn(headers)}`

/** The length of a whole object, also in the answer of a part. */
const sizeIn = (headers: Answer['headers']): number =>
  Number(/\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1] ?? headers['content-length'])

const hashOf = async (bytes: AsyncIterable<Uint8Array>): Promise<string> => {
  const hash = createHash('sha256')
  for await (const chunk of bytes) hash.update(chunk)
  return hash.digest('hex')
}

// Names of ours hold no character that XML writes otherwise.
const listed = (text: string) => ({
  objects: [...text.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => ({
    key: /<Key>([^<]*)<\/Key>/.exec(entry)?.[1] ?? '',
    at: Date.parse(/<LastModified>([^<]*)<\/LastModified>/.exec(entry)?.[1] ?? ''),
  })),
  next: /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? null,
})

// The clock of the storage, which is not ours.
const momentOf = (headers: Answer['headers']): number => Date.parse(headers.date ?? '') || Date.now()

// Of a storage that sends all where a part was asked for.
async function* cut(bytes: AsyncIterable<Buffer>, { start, end }: Part) {
  let at = 0
  for await (const chunk of bytes) {
    const wanted = chunk.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at))
    at += chunk.length
    if (wanted.length > 0) yield wanted
    if (at > end) return
  }
}

const partOf = ({ headers, body }: Answer, part: Part | undefined): Readable =>
  part && headers['content-range'] === undefined ? Readable.from(cut(body, part)) : body

/**
 * Files in a bucket as `<prefix><two digits>/<hash>`. What is stored comes by way of a file in `folder`, whose hash the storage compares with what
 * arrives, so that neither memory nor a broken upload matters; an object is there whole or not at all.
 */
export const s3Storage = (bucket: Bucket, folder: string, waits = patience): FileStorage => {
  const client = s3Client(bucket, waits)
  const temporary = join(folder, 'temporary')
  // The state in which an object was found to be whole, and its length.
  const known = new Map<string, { state: string; size: number }>()

  const unlessMissing = (error: unknown): null => {
    if (error instanceof S3Refusal) return null
    throw error
  }
  const get = async (hash: string, part?: Part): Promise<Answer> => {
    const asked = { method: 'GET', key: keyOf(hash) } as const
    const answer = await client.send(part ? { ...asked, part } : asked).catch(unlessMissing)
    if (answer) return answer
    // It may have become too short for the part.
    if (part) return get(hash)
    known.delete(hash)
    throw new FileMissing('this file is not stored')
  }
  const look = (hash: string) => client.ask({ method: 'HEAD', key: keyOf(hash) }).catch(unlessMissing)
  const remember = (hash: string, { headers }: Answer) => {
    known.delete(hash)
    known.set(hash, { state: stateOf({ headers }), size: sizeIn(headers) })
    const [oldest] = known.keys()
    if (known.size > mostKnown && oldest !== undefined) known.delete(oldest)
  }

  const draft = async (path: string, bytes: Uint8Array | AsyncIterable<Uint8Array>) => {
    const hash = createHash('sha256')
    let size = 0
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk)
        size += chunk.length
        done(null, chunk)
      },
    })
    const source = bytes instanceof Uint8Array ? Readable.from([bytes]) : bytes
    await pipeline(source, counted, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    return { hash: hash.digest('hex'), size }
  }

  return {
    async put(bytes: Uint8Array | AsyncIterable<Uint8Array>) {
      const path = join(temporary, randomUUID())
      try {
        await mkdir(temporary, { recursive: true, mode: 0o700 })
        const { hash, size } = await draft(path, bytes)
        // Also one that is there already: a sweeper that took it for an orphan sees from its moment that it is wanted.
        await client.ask({ method: 'PUT', key: keyOf(hash), file: { path, size, hash } })
        return { hash, size }
      } catch (error) {
        throw isCode(error, 'ENOSPC') || isCode(error, 'EDQUOT') ? new StorageFull({ cause: error }) : error
      } finally {
        if (bytes instanceof Readable) bytes.destroy()
        await rm(path, { force: true })
      }
    },
    async open(hash, part) {
      const isKnown = (answer: Answer) => known.get(hash)?.state === stateOf(answer)
      const first = await get(hash, known.has(hash) ? part : undefined)
      if (isKnown(first)) return partOf(first, part)
      const whole = first.headers['content-range'] === undefined ? first : await get(hash)
      if (whole !== first) first.body.destroy()
      if ((await hashOf(whole.body)) !== hash) throw new FileChanged(hash)
      remember(hash, whole)
      const again = await get(hash, part)
      if (isKnown(again)) return partOf(again, part)
      again.body.destroy()
      throw new FileChanged(hash)
    },
    async check(hash) {
      const found = await get(hash).catch((error: unknown) => {
        if (error instanceof FileMissing) return null
        throw error
      })
      if (!found) return 'missing'
      return (await hashOf(found.body)) === hash ? 'whole' : 'changed'
    },
    has: async (hash) => (await look(hash)) !== null,
    sizeOf: async (hash) => {
      const size = known.get(hash)?.size
      if (size !== undefined) return size
      const found = await look(hash)
      return found ? sizeIn(found) : null
    },
    isAway: client.isAway,
    async *listOlderThan(age) {
      const { prefix } = bucket
      for (let token: string | null = ''; token !== null; ) {
        const query: Record<string, string> = {
          'list-type': '2',
          prefix,
          ...(token ? { 'continuation-token': token } : {}),
        }
        const { headers, text } = await client.text({ method: 'GET', query })
        const { objects, next } = listed(text)
        const now = momentOf(headers)
        for (const { key, at } of objects) {
          const [, hash] = /^[0-9a-f]{2}\/([0-9a-f]{64})$/.exec(key.slice(prefix.length)) ?? []
          if (hash !== undefined && now - at >= age) yield hash
        }
        token = next
      }
    },
    async removeOlderThan(hash, age) {
      const found = await look(hash)
      // Moments of objects are whole seconds.
      if (!found || momentOf(found) - Date.parse(found['last-modified'] ?? '') < age) return false
      known.delete(hash)
      await client.ask({ method: 'DELETE', key: keyOf(hash) })
      return true
    },
    async sweepTemporary(age) {
      const names = await readdir(temporary).catch(() => [])
      let removed = 0
      for (const name of names) {
        const found = await stat(join(temporary, name)).catch(() => null)
        if (!found || Date.now() - found.mtimeMs < age) continue
        await rm(join(temporary, name), { force: true })
        removed += 1
      }
      return removed
    },
  }
}

/** Writes, reads and deletes an object that is no file of anybody. @throws ConfigError naming STORAGE_URL, with what the server said */
export const tryBucket = async (bucket: Bucket, folder: string): Promise<void> => {
  const [client, key, path] = [s3Client(bucket), `try-${randomUUID()}`, join(folder, `try-${randomUUID()}`)]
  const bytes = Buffer.from(key)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(path, bytes)
    const hash = createHash('sha256').update(bytes).digest('hex')
    await client.ask({ method: 'PUT', key, file: { path, size: bytes.length, hash } })
    const { text } = await client.text({ method: 'GET', key })
    if (text !== key) throw new Error('it reads otherwise than it was written')
    await client.ask({ method: 'DELETE', key })
  } catch (error) {
    throw new ConfigError(
      `STORAGE_URL must name a bucket in which S3_ACCESS_KEY_ID may write, read and delete${codeOf(error)}.`,
      { cause: error },
    )
  } finally {
    await rm(path, { force: true })
  }
}

const codeOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof S3Refusal ? error.cause : error
  return cause instanceof S3Refusal ? ` (${cause.status} ${cause.code})` : ' (no answer)'
}
