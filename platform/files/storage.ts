import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { isCode } from '../small-file.ts'
import { StorageFull } from './refused.ts'
import { hashOf, wholeFiles } from './whole.ts'

/** Bytes by their SHA-256 in lower-case hex. What is stored never changes. */
export type FileStorage = {
  /** Stores bytes once per hash; safe on disk when it answers. @param size how many a stream will bring @throws StorageFull */
  put(bytes: Uint8Array): Promise<Stored>
  put(bytes: AsyncIterable<Uint8Array>, size: number): Promise<Stored>
  /** The bytes, or a part of them (`end` is its last one), which are those that were stored. @throws FileMissing, FileChanged */
  open(hash: string, part?: Part): Promise<Readable>
  /** Reads all bytes, whatever is known of them. */
  check(hash: string): Promise<'whole' | 'changed' | 'missing'>
  has(hash: string): Promise<boolean>
  /** How many bytes there are; of what was read before, as many as there were then. */
  sizeOf(hash: string): Promise<number | null>
  /** Whether the place of files did not answer when it was last asked. */
  isAway(): boolean
  /** Hashes not stored (again) for `age` milliseconds: those that no event names are orphans. */
  listOlderThan(age: number): AsyncIterable<string>
  /** Removes one file, if it was not stored again within `age` milliseconds. Answers whether it did. */
  removeOlderThan(hash: string, age: number): Promise<boolean>
  /** Removes what broken uploads of more than `age` milliseconds ago left. Answers how many. */
  sweepTemporary(age: number): Promise<number>
}

/** Places of bytes, both included. */
export type Part = { start: number; end: number }

export class FileMissing extends Error {
  override name = 'FileMissing'
}

/** The bytes of a file that is opened by whoever reads them, and whose errors are theirs: a stream that nobody reads yet tells nobody of its own. */
export async function* bytesAt(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path)
}

/** What somebody is told of a file whose bytes are missing. */
export const bytesMissing = 'The bytes of this file are no longer there. Please tell whoever runs Atrium.'

type Stored = { hash: string; size: number }

/** `freeShare`: the share of the disk that is free once so many more bytes are on it. */
type Options = { freeShare?: (folder: string, bytes: number) => Promise<number> }

// What the database and whoever mends things need: the last upload may not take it either.
const minimumFree = 0.05

/** Files in a folder as `<two digits>/<hash>`; temporary file, fsync, rename, fsync of the folder (UP-7): a crash leaves a whole file or none. */
export const fileStorage = (folder: string, { freeShare = shareOfDisk }: Options = {}): FileStorage => {
  const temporary = join(folder, 'temporary')
  const whole = wholeFiles()
  const place = (hash: string) => {
    if (!/^[0-9a-f]{64}$/.test(hash)) throw new FileMissing('that is not the hash of a file')
    return join(folder, hash.slice(0, 2), hash)
  }
  const sizeOf = async (hash: string) => (await lookAt(place(hash)))?.size ?? null

  return {
    async put(bytes: Uint8Array | AsyncIterable<Uint8Array>, size?: number) {
      const draft = join(temporary, randomUUID())
      try {
        await mkdir(temporary, { recursive: true, mode: 0o700 })
        const coming = bytes instanceof Uint8Array ? bytes.length : (size ?? 0)
        if ((await freeShare(folder, coming)) < minimumFree) throw new StorageFull()
        const written = await writeDraft(draft, bytes)
        await keep(draft, place(written.hash), folder)
        return written
      } catch (error) {
        throw isCode(error, 'ENOSPC') || isCode(error, 'EDQUOT') ? new StorageFull({ cause: error }) : error
      } finally {
        // A stream that was never read keeps its file open, and with it the room of a file that is deleted.
        if (bytes instanceof Readable) bytes.destroy()
        await rm(draft, { force: true })
      }
    },
    async open(hash, part = { start: 0, end: Number.POSITIVE_INFINITY }) {
      const file = await openStored(place(hash))
      try {
        await whole(hash, file)
        return file.createReadStream(part)
      } catch (error) {
        await file.close()
        throw error
      }
    },
    async check(hash) {
      const file = await openStored(place(hash)).catch((error: unknown) => {
        if (error instanceof FileMissing) return null
        throw error
      })
      if (!file) return 'missing'
      try {
        return (await hashOf(file)) === hash ? 'whole' : 'changed'
      } finally {
        await file.close()
      }
    },
    has: async (hash) => (await sizeOf(hash)) !== null,
    sizeOf,
    isAway: () => false,
    async *listOlderThan(age) {
      for (const group of await namesIn(folder, /^[0-9a-f]{2}$/)) {
        for (const hash of await namesIn(join(folder, group), /^[0-9a-f]{64}$/)) {
          if (await isOlder(place(hash), age)) yield hash
        }
      }
    },
    async removeOlderThan(hash, age) {
      if (!(await isOlder(place(hash), age))) return false
      await rm(place(hash), { force: true })
      return true
    },
    async sweepTemporary(age) {
      let removed = 0
      for (const name of await namesIn(temporary, /./)) {
        if (!(await isOlder(join(temporary, name), age))) continue
        await rm(join(temporary, name), { force: true })
        removed += 1
      }
      return removed
    },
  }
}

const openStored = (path: string): Promise<FileHandle> =>
  open(path, 'r').catch((error: unknown) => {
    throw isCode(error, 'ENOENT') ? new FileMissing('this file is not stored') : error
  })

const shareOfDisk = async (folder: string, bytes: number): Promise<number> => {
  const disk = await statfs(folder)
  return disk.blocks === 0 ? 1 : (disk.bavail - bytes / disk.bsize) / disk.blocks
}

const writeDraft = async (draft: string, bytes: Uint8Array | AsyncIterable<Uint8Array>) => {
  const file = await open(draft, 'wx', 0o600)
  try {
    const hash = createHash('sha256')
    let size = 0
    for await (const chunk of bytes instanceof Uint8Array ? [bytes] : bytes) {
      hash.update(chunk)
      size += chunk.length
      await writeAll(file, chunk)
    }
    await file.sync()
    return { hash: hash.digest('hex'), size }
  } finally {
    await file.close()
  }
}

const writeAll = async (file: FileHandle, chunk: Uint8Array): Promise<void> => {
  let written = 0
  while (written < chunk.length) written += (await file.write(chunk, written)).bytesWritten
}

const keep = async (draft: string, path: string, folder: string): Promise<void> => {
  const group = join(path, '..')
  if (await lookAt(path)) {
    // Stored again: a sweeper that took it for an orphan sees from the time that it is wanted.
    const now = new Date()
    await utimes(path, now, now)
    if (await lookAt(path)) return
  }
  const isNew = (await mkdir(group, { recursive: true, mode: 0o700 })) !== undefined
  await rename(draft, path)
  await syncFolder(group)
  if (isNew) await syncFolder(folder)
}

const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const unlessMissing = (error: unknown): null => {
  if (isCode(error, 'ENOENT')) return null
  throw error
}

const lookAt = (path: string) => stat(path).catch(unlessMissing)

const isOlder = async (path: string, age: number): Promise<boolean> => {
  const found = await lookAt(path)
  return found !== null && Date.now() - found.mtimeMs >= age
}

const namesIn = async (folder: string, pattern: RegExp): Promise<string[]> => {
  const names = await readdir(folder).catch(unlessMissing)
  return (names ?? []).filter((name) => pattern.test(name))
}
