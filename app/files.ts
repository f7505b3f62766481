import type { Pool } from 'pg'
import type { Dispatch } from '../commands/command.ts'
import { byteKeeper, pictureStore } from '../commands/files.ts'
import type { Ids } from '../commands/ids.ts'
import { pictureWithdrawal } from '../commands/withdrawal.ts'
import { type Actor, streamOf } from '../domain/event.ts'
import type { Resource } from '../domain/resource.ts'
import type { Log } from '../event-store/log.ts'
import { kindOf } from '../platform/files/any.ts'
import { BadUpload } from '../platform/files/refused.ts'
import type { PictureDecoder } from '../platform/files/decoder.ts'
import type { UploadRoom } from '../platform/files/uploads.ts'
import type { FileStorage } from '../platform/files/storage.ts'
import type { Logger } from '../platform/logger.ts'
import { isShownByOthers, namedHashes, storedBy, unshownPictures } from '../projections/files.ts'
import { fileLink } from '../projections/sql.ts'
import type { Services } from '../api/services.ts'

type Parts = {
  pool: Pool
  log: Log
  resources: readonly Resource[]
  storage: FileStorage
  ids: Ids
  dispatch: Dispatch
  waitFor: (position: bigint, timeoutMs: number) => Promise<boolean>
  logger: Logger
  decoder: PictureDecoder
  uploads: UploadRoom
  /** In bytes: all pictures of one person together. */
  quota: number
}

/** Pictures as the routes store them and take them back, and the sweep of what was left. */
export const openFiles = (parts: Parts): Services['files'] & { sweep(): Promise<void> } => {
  const { pool, logger, decoder, uploads, quota } = parts
  const storePicture = pictureStore(parts)
  const withdrawal = pictureWithdrawal({
    ...parts,
    now: () => new Date(),
    unshown: () => unshownPictures(pool),
    isShownByOthers: (file, sender) => isShownByOthers(pool, file, sender),
    isNamed: async (hash) => (await namedHashes(pool, [hash])).has(hash),
  })
  // The answer to the command stands, whatever becomes of the picture: the sweep tries again.
  const orLater = (work: Promise<void>) =>
    work.catch((error: unknown) => logger.warn({ err: error }, 'a picture that is not wanted was left behind'))
  const checkRoom = async (actor: Actor, size: number) => {
    if ((await storedBy(pool, actor)) + size <= quota) return
    const most = Math.floor(quota / 1e6)
    throw new BadUpload(413, 'Your pictures would take up more than {max} MB, which is all that one person has.', {
      values: { max: most },
    })
  }
  const decode: Services['files']['readPicture'] = (path, { actor, signal }, options = {}) => {
    const person = streamOf(actor.type, actor.id)
    return decoder.decode(path, { ...options, person, ...(signal ? { signal } : {}) })
  }
  const readPicture: Services['files']['readPicture'] = async (path, asker, options) => {
    await checkRoom(asker.actor, 0)
    const picture = await decode(path, asker, options)
    await checkRoom(asker.actor, picture.size)
    return picture
  }
  return {
    readPicture,
    // The library has no share for each person: it is for those whom it was given to.
    readFile: async ({ path, filename, hash, size }, asker) => {
      const kind = await kindOf(path, filename)
      if (kind === 'picture') return decode(path, asker)
      return { path, hash, size, extension: kind.extension, width: null, height: null }
    },
    keepBytes: byteKeeper(parts),
    storePicture: async (picture, origin) => {
      const stored = await storePicture(picture, origin)
      return { id: stored.id, link: fileLink(stored.key, stored.name), position: stored.position }
    },
    withdrawOf: (commandId) => orLater(withdrawal.withdrawOf(commandId)),
    letGo: async (released) => {
      for (const id of released) await orLater(withdrawal.letGo(id))
    },
    sweep: async () => {
      await uploads.clear()
      await withdrawal.sweep()
    },
  }
}
