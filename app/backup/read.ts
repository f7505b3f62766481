import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { lazily } from '../../platform/lazy/lazily.ts'
import { isSealed } from './checksum.ts'
import { BackupRefused, type Manifest, manifestName, manifestSchema } from './manifest.ts'

const ageHeader = 'age-encryption.org/v1'
const damaged = 'The backup is damaged or was changed: restore another one.'

/** A backup whose every byte was compared with its manifest. */
export type OpenBackup = {
  manifest: Manifest
  /** The bytes of a part. */
  read(part: string): Promise<Readable>
  close(): Promise<void>
}

const isEncrypted = async (path: string): Promise<boolean> => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(ageHeader.length), 0, ageHeader.length, 0)
    return buffer.toString('latin1', 0, bytesRead) === ageHeader
  } finally {
    await file.close()
  }
}

const loadAge = lazily(() => import('age-encryption'))

const decrypt = async (path: string, passphrase: string | null, to: string): Promise<void> => {
  if (passphrase === null)
    throw new BackupRefused('The backup is encrypted: set BACKUP_PASSPHRASE to the passphrase it was made with.')
  const { Decrypter } = await loadAge()
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  const source = createReadStream(path)
  // The types of node's streams and of the web's differ, the streams do not.
  const clear = await decrypter
    .decrypt(Readable.toWeb(source) as ReadableStream<Uint8Array>)
    .catch((error: unknown) => {
      source.destroy()
      throw new BackupRefused(
        'BACKUP_PASSPHRASE does not open the backup: it is another passphrase, or the beginning of the file is damaged.',
        { cause: error },
      )
    })
  const archive = Readable.fromWeb(clear as Parameters<typeof Readable.fromWeb>[0])
  await pipeline(archive, createWriteStream(to, { mode: 0o600, flags: 'wx' }))
}

const entriesOf = async (zip: ZipFile): Promise<Map<string, Entry>> => {
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    if (entries.has(entry.fileName)) throw new BackupRefused(damaged)
    entries.set(entry.fileName, entry)
  }
  return entries
}

const readManifest = async (zip: ZipFile, entry: Entry | undefined): Promise<Manifest> => {
  if (!entry) throw new BackupRefused(damaged)
  return manifestSchema.parse(JSON.parse(await text(await zip.openReadStreamPromise(entry))))
}

const check = async (zip: ZipFile, entries: ReadonlyMap<string, Entry>, { parts }: Manifest): Promise<void> => {
  if (entries.size !== Object.keys(parts).length + 1) throw new BackupRefused(damaged)
  for (const [name, { bytes, sha256 }] of Object.entries(parts)) {
    const entry = entries.get(name)
    if (!entry || entry.uncompressedSize !== bytes) throw new BackupRefused(damaged)
    const hash = createHash('sha256')
    for await (const chunk of await zip.openReadStreamPromise(entry)) hash.update(chunk)
    if (hash.digest('hex') !== sha256) throw new BackupRefused(damaged)
  }
}

const openArchive = async (path: string): Promise<Omit<OpenBackup, 'close'> & { close(): void }> => {
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true, strictFileNames: true })
  try {
    const entries = await entriesOf(zip)
    const manifest = await readManifest(zip, entries.get(manifestName))
    await check(zip, entries, manifest)
    const read = async (part: string) => {
      const entry = entries.get(part)
      if (!entry) throw new BackupRefused(damaged)
      return zip.openReadStreamPromise(entry)
    }
    return { manifest, read, close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw error
  }
}

/**
 * Opens a backup and reads all of it once, before anything is done with it. One that is encrypted is decrypted into a file in `folder`, which goes
 * with `close`. @throws BackupRefused for a backup that is damaged, is none, or needs another passphrase
 */
export const openBackup = async (path: string, passphrase: string | null, folder: string): Promise<OpenBackup> => {
  const isAge = await isEncrypted(path).catch((error: unknown) => {
    throw new BackupRefused('The backup cannot be read: name a file that this user can read.', { cause: error })
  })
  const work = await mkdtemp(join(folder, 'restore-'))
  const close = () => rm(work, { recursive: true, force: true })
  try {
    const clear = isAge ? join(work, 'archive.zip') : path
    if (isAge) await decrypt(path, passphrase, clear)
    if (!(await isSealed(clear))) throw new BackupRefused(damaged)
    const archive = await openArchive(clear)
    return {
      ...archive,
      close: async () => {
        archive.close()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error instanceof BackupRefused ? error : new BackupRefused(damaged, { cause: error })
  }
}
