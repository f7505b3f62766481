import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isRunning, ownIdentity } from '../process-identity.ts'
import { isCode } from '../small-file.ts'

export type WrittenFile = { path: string; size: number; hash: string }

/** A file that came with a form; nobody has looked inside yet. The name is only for showing. */
export type SentFile = WrittenFile & { filename: string }

export type Uploads = {
  signal: AbortSignal
  /** Writes what comes to a file of its own. @throws whatever breaks the stream, and once all was discarded */
  write(bytes: Readable): Promise<WrittenFile>
  discard(): Promise<void>
}

export type UploadRoom = {
  open(signal: AbortSignal): Uploads
  clear(): Promise<void>
}

// Longer than any request may take: what is older belongs to nobody, whichever machine left it.
const longest = 3_600_000

/** A folder for what is being sent. Processes may share it: each has a folder of its own in there, named after itself. */
export const uploadRoom = (folder: string): UploadRoom => {
  const own = `${hostname()} ${ownIdentity()}`

  const isLeft = async (name: string): Promise<boolean> => {
    if (name === own) return false
    if (name.startsWith(`${hostname()} `)) return !isRunning(name.slice(hostname().length + 1))
    const found = await stat(join(folder, name)).catch(() => null)
    return found !== null && Date.now() - found.mtimeMs > longest
  }

  return {
    open: (signal) => {
      const place = join(folder, own, randomUUID())
      const over = new AbortController()
      const stop = AbortSignal.any([signal, over.signal])
      const writing: Promise<unknown>[] = []
      return {
        signal,
        write: (bytes) => {
          const written = writeFile(place, String(writing.length), bytes, stop)
          writing.push(written)
          return written
        },
        discard: async () => {
          over.abort()
          await Promise.allSettled(writing)
          if (writing.length > 0) await rm(place, { recursive: true, force: true })
        },
      }
    },
    clear: async () => {
      const names = await readdir(folder).catch((error: unknown) => {
        if (isCode(error, 'ENOENT')) return []
        throw error
      })
      for (const name of names) {
        if (await isLeft(name)) await rm(join(folder, name), { recursive: true, force: true })
      }
    },
  }
}

const writeFile = async (place: string, name: string, bytes: Readable, signal: AbortSignal): Promise<WrittenFile> => {
  signal.throwIfAborted()
  await mkdir(place, { recursive: true, mode: 0o700 })
  const path = join(place, name)
  const hash = createHash('sha256')
  let size = 0
  const look = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  await pipeline(bytes, look, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal })
  return { path, size, hash: hash.digest('hex') }
}
