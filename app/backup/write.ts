import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client, Pool } from 'pg'
import { type CopyToStreamQuery, to } from 'pg-copy-streams'
import { ZipFile } from 'yazl'
import { asError } from '../../platform/as-error.ts'
import { alone, transaction } from '../../platform/database/connection.ts'
import { FileMissing, type FileStorage } from '../../platform/files/storage.ts'
import { FileChanged } from '../../platform/files/whole.ts'
import { lazily } from '../../platform/lazy/lazily.ts'
import { makeFolder } from '../../platform/small-file.ts'
import { placeholder, sealing } from './checksum.ts'
import { type Manifest, manifestName, nameOfBackup, partOfFile, partOfTable } from './manifest.ts'
import { sequencesOf, tablesOf } from './tables.ts'

type Parts = {
  pool: Pool
  storage: Pick<FileStorage, 'open' | 'listOlderThan'>
  folder: string
  passphrase: string | null
  signal?: AbortSignal
}

/** `changedFiles`: hashes of stored files whose bytes are not what was stored; they are left out. */
export type Written = { path: string; bytes: number; manifest: Manifest; changedFiles: readonly string[] }

// 64 MB while the key is derived, a quarter of the library's default: the server makes backups beside its work.
const scryptWorkFactor = 16

const loadAge = lazily(() => import('age-encryption'))

const encrypted = async (archive: Readable, passphrase: string | null): Promise<Readable> => {
  if (passphrase === null) return archive
  const { Encrypter } = await loadAge()
  const encrypter = new Encrypter()
  encrypter.setScryptWorkFactor(scryptWorkFactor)
  encrypter.setPassphrase(passphrase)
  // The types of node's streams and of the web's differ, the streams do not.
  const clear = Readable.toWeb(archive) as ReadableStream<Uint8Array>
  return Readable.fromWeb((await encrypter.encrypt(clear)) as Parameters<typeof Readable.fromWeb>[0])
}

// A connection is stuck in a copy that nobody reads to its end.
const readToEnd = (copy: CopyToStreamQuery): Promise<void> =>
  new Promise(
    (resolve) =>
      void copy
        .on('close', resolve)
        .on('end', resolve)
        .on('error', () => resolve())
        .resume(),
  )

const processOf = async (client: Client): Promise<number> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0

type Content = { manifest: Manifest; changedFiles: string[]; breakOff(): Promise<void> }

/** The archive, written as it is read: the tables as one snapshot sees them, then the stored files. @throws nothing: the stream breaks */
const archiveOf = async (
  client: Client,
  { pool, storage }: Parts,
  now: Date,
): Promise<{ stream: Readable } & Content> => {
  const zip = new ZipFile()
  const stream = sealing()
  zip.outputStream.pipe(stream)
  const fail = (error: unknown) => void stream.destroy(asError(error))
  zip.on('error', fail)
  const { rows: names } = await client.query<{ id: string }>('select id from log.identity')
  const { rows: heads } = await client.query<{ position: string | null }>(
    'select max(position) as position from log.event',
  )
  const { rows: steps } = await client.query<{ id: string }>(
    'select id from public.platform_migration order by applied_at, id',
  )
  const manifest: Manifest = {
    format: 1,
    madeAt: now.toISOString(),
    origin: names[0]?.id ?? '',
    position: heads[0]?.position ?? null,
    migrations: steps.map(({ id }) => id),
    tables: (await tablesOf(client)).map((table) => ({ ...table, columns: [...table.columns], rows: 0 })),
    sequences: await sequencesOf(client),
    files: 0,
    parts: {},
  }
  const changedFiles: string[] = []
  const pid = await processOf(client)
  let [copying, part]: [CopyToStreamQuery | null, Readable | null] = [null, null]

  async function* counted(name: string, chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
    manifest.parts[name] = { bytes, sha256: hash.digest('hex') }
  }
  // Resolves once the part is written, so that one is read at a time.
  const add = (name: string, chunks: AsyncIterable<Buffer>, compress: boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      part = Readable.from(counted(name, chunks), { objectMode: false })
      part.on('end', resolve).on('error', reject)
      zip.addReadStream(part, name, { compress })
    })

  const fill = async () => {
    for (const table of manifest.tables) {
      if (stream.destroyed) return
      copying = client.query(to(`copy ${table.name} (${table.columns.join(', ')}) to stdout`)).on('error', fail)
      await add(partOfTable(table.name), copying.iterator({ destroyOnReturn: false }), true)
      table.rows = copying.rowCount
      copying = null
    }
    for await (const hash of storage.listOlderThan(0)) {
      const file = await storage.open(hash).catch((error: unknown) => {
        // Erased since it was listed, which is no fault.
        if (error instanceof FileMissing) return null
        if (!(error instanceof FileChanged)) throw error
        changedFiles.push(hash)
        return null
      })
      if (!file) continue
      await add(partOfFile(hash), file, false)
      manifest.files += 1
    }
    zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), manifestName)
    zip.end({ comment: placeholder, forceZip64Format: false })
  }
  fill().catch(fail)
  const breakOff = async () => {
    part?.destroy()
    if (!copying) return
    await pool.query('select pg_cancel_backend($1)', [pid])
    await readToEnd(copying)
  }
  return { stream, manifest, changedFiles, breakOff }
}

const syncFolder = async (folder: string) => {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/**
 * Writes one archive of the database and the stored files into a folder, beside a server that goes on working: the tables are those of one moment.
 * Without sign-ins, codes and mails that wait, and without the master key, which has to be kept elsewhere. A run that breaks off leaves nothing
 * that looks like a backup. @throws Error what reading and writing throws; AbortError
 */
export const writeBackup = (parts: Parts, now = new Date()): Promise<Written> =>
  alone(parts.pool, (client) =>
    transaction(
      client,
      async () => {
        makeFolder(parts.folder)
        const path = join(parts.folder, nameOfBackup(now, parts.passphrase !== null))
        const draft = `${path}.${randomUUID()}.partial`
        const { stream, manifest, changedFiles, breakOff } = await archiveOf(client, parts, now)
        try {
          const bytes = await encrypted(stream, parts.passphrase)
          const options = parts.signal ? { signal: parts.signal } : {}
          await pipeline(bytes, createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true }), options)
          await rename(draft, path)
          await syncFolder(dirname(path))
          return { path, bytes: (await stat(path)).size, manifest, changedFiles }
        } catch (error) {
          await breakOff()
          throw error
        } finally {
          await rm(draft, { force: true })
        }
      },
      'begin isolation level repeatable read read only',
    ),
  )
