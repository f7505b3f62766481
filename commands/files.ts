import { randomBytes, randomUUID } from 'node:crypto'
import type { Actor } from '../domain/event.ts'
import { file } from '../domain/file.ts'
import type { FileStorage } from '../platform/files/storage.ts'
import { readPicture } from '../platform/files/picture.ts'
import type { Dispatch } from './dispatch.ts'

export type Picture = { filename: string; bytes: Buffer }
export type StoredFile = { id: number; key: string; name: string; position: bigint | null }

// A name that is safe in a path and in a header, in any script.
const safeName = (filename: string, extension: string): string => {
  const stem = filename
    .replace(/\.[^.]*$/, '')
    .replace(/[^\p{L}\p{M}\p{N}_-]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return `${[...stem].slice(0, 80).join('') || 'picture'}.${extension}`
}

/**
 * Stores a picture and records it: decoded and encoded again, bytes once per hash, then the event (design §3).
 * @throws BadUpload when it is no picture of an accepted kind, StorageFull.
 */
export const pictureStore =
  ({ storage, dispatch }: { storage: FileStorage; dispatch: Dispatch }) =>
  async (
    picture: Picture,
    about: { source: 'library' | 'field' | 'editor'; actor: Actor; correlationId?: string; isSilent?: boolean },
  ): Promise<StoredFile> => {
    const read = await readPicture(picture.bytes)
    const { hash, size } = await storage.put(read.bytes)
    const key = randomBytes(16).toString('hex')
    const name = safeName(picture.filename, read.extension)
    const outcome = await dispatch({
      resource: file,
      verb: 'create',
      actor: about.actor,
      perms: null,
      commandId: randomUUID(),
      ...(about.correlationId ? { correlationId: about.correlationId } : {}),
      ...(about.isSilent ? { isSilent: true } : {}),
      sent: {
        name,
        type: 'image',
        key,
        hash,
        extension: read.extension,
        size,
        width: read.width,
        height: read.height,
        source: about.source,
      },
    })
    return { id: outcome.id, key, name, position: outcome.position }
  }
