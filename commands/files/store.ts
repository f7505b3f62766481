import { randomBytes, randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { Actor } from '../../domain/event.ts'
import { valuesOf } from '../../domain/resource.ts'
import { file } from '../../domain/resources/file.ts'
import type { AnyFile } from '../../platform/files/any.ts'
import { bytesAt, type FileStorage } from '../../platform/files/storage.ts'
import type { Log } from '../../event-store/log.ts'
import type { Dispatch } from '../command.ts'
import type { Ids } from '../ids.ts'
import { loadRecord } from '../record.ts'

/** A file that was read, under the name it came with, and what is said of it. */
export type NamedPicture = { filename: string; picture: AnyFile; said?: Readonly<Record<string, unknown>> }
export type StoredFile = { id: number; key: string; name: string; position: bigint | null }

/** `commandId` and `field` name it: stored again it is the same record. `stream` is the record that will show it, null for the editor's. */
export type PictureOrigin = {
  source: 'library' | 'field' | 'editor' | 'review'
  actor: Actor
  commandId: string
  field: string
  stream: string | null
  /** The person whose key seals what is said of it, and with whom it goes; '' and nothing for the house's own. */
  owner?: string
  correlationId: string
}

/** The lock under which bytes of a hash are announced and removed, as an SQL expression of the parameter that holds the hash. */
export const hashLock = (parameter: string) => `pg_advisory_xact_lock(hashtextextended(${parameter}, 43))`

// A name that is safe in a path and in a header, in any script.
const safeName = (filename: string, extension: string): string => {
  const stem = filename
    .replace(/\.[^.]*$/, '')
    .replace(/[^\p{L}\p{M}\p{N}_-]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return `${[...stem].slice(0, 80).join('') || 'picture'}.${extension}`
}

/** Stores and records a picture: announced, bytes once per hash, then the event (docs/decisions/files/0043). @throws StorageFull */
export const pictureStore = ({
  pool,
  storage,
  ids,
  dispatch,
}: {
  pool: Pool
  storage: FileStorage
  ids: Ids
  dispatch: Dispatch
}) => {
  // Before the bytes are there, so that nobody takes them for unused; a retry finds what was drawn the first time.
  const announce = async ({ commandId, field, stream }: PictureOrigin, hash: string) => {
    const { rows } = await pool.query<{ file: number; file_command: string }>(
      `with turn as materialized (select ${hashLock('$5')})
       insert into command.picture (command_id, field, stream, file, hash) select $1, $2, $3, $4, $5 from turn
       on conflict (command_id, field) do update set hash = excluded.hash, stored_at = clock_timestamp()
       returning file, file_command`,
      [commandId, field, stream, await ids.next(file), hash],
    )
    if (!rows[0]) throw new Error('a picture could not be announced')
    return rows[0]
  }

  return async ({ filename, picture, said = {} }: NamedPicture, origin: PictureOrigin): Promise<StoredFile> => {
    const { hash, size, extension, width, height } = picture
    const announced = await announce(origin, hash)
    const stored = await storage.put(bytesAt(picture.path), size)
    if (stored.hash !== hash) throw new Error('a picture changed between reading and storing it')
    const { id, state, position } = await dispatch({
      resource: file,
      verb: 'create',
      id: announced.file,
      actor: origin.actor,
      perms: null,
      commandId: announced.file_command,
      correlationId: origin.correlationId,
      sent: {
        name: safeName(filename, extension),
        ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== '')),
        isInPortal: said.isInPortal ?? origin.source === 'library',
      },
      supplied: {
        type: width === null ? 'file' : 'image',
        key: randomBytes(16).toString('hex'),
        hash,
        extension,
        size,
        width,
        height,
        source: origin.source,
        owner: origin.owner ?? '',
        record:
          origin.owner === undefined || origin.owner === '' || origin.owner === origin.stream ? '' : origin.stream,
      },
    })
    const { key, name } = valuesOf(file, state)
    return { id, key, name, position }
  }
}

export type PictureStore = ReturnType<typeof pictureStore>

/** Finds what an earlier run of a command has stored for a field; null when it has stored nothing yet. */
export const storedBefore =
  ({ pool, log }: { pool: Pool; log: Log }) =>
  async ({ commandId, field }: Pick<PictureOrigin, 'commandId' | 'field'>): Promise<StoredFile | null> => {
    const { rows } = await pool.query<{ file: number }>(
      'select file from command.picture where command_id = $1 and field = $2',
      [commandId, field],
    )
    if (!rows[0]) return null
    const { state, events } = await loadRecord(log, file, rows[0].file)
    const { key, name } = state.values
    return state.status === 'none' ? null : { id: rows[0].file, key, name, position: events.at(-1)?.position ?? null }
  }

/** Keeps bytes that are about to replace a file's, so that nobody takes them for unused. @throws StorageFull */
export const byteKeeper =
  ({ pool, storage }: { pool: Pool; storage: FileStorage }) =>
  async ({ hash, path, size }: AnyFile, id: number): Promise<void> => {
    await pool.query(
      `with turn as materialized (select ${hashLock('$3')})
       insert into command.picture (command_id, field, stream, file, hash) select $1, 'file', null, $2, $3 from turn`,
      [randomUUID(), id, hash],
    )
    const stored = await storage.put(bytesAt(path), size)
    if (stored.hash !== hash) throw new Error('a file changed between reading and storing it')
  }
