import type { CommandFiles, Dispatch } from '../commands/command.ts'
import { attachments } from '../commands/files/attachment.ts'
import { fileLibrary } from '../commands/files/library.ts'
import { fileReader } from '../commands/files/read.ts'
import { byteKeeper, type PictureStore, pictureStore, storedBefore } from '../commands/files/store.ts'
import { pictureWithdrawal } from '../commands/files/withdrawal.ts'
import type { Ids } from '../commands/ids.ts'
import type { PictureDecoder } from '../platform/files/decoder.ts'
import type { UploadRoom } from '../platform/files/uploads.ts'
import type { FileStorage } from '../platform/files/storage.ts'
import { isShownByOthers, namedHashes, storedBy, unshownPictures, unproposedPictures } from '../projections/files.ts'
import { fileLink } from '../projections/sql.ts'
import type { Services } from '../api/server/services.ts'
import type { Ground } from './open.ts'

type Parts = Omit<Ground, 'keys' | 'keyFor'> & {
  storage: FileStorage
  ids: Ids
  /** Takes the commands about the files themselves, which come without any. */
  dispatch: Dispatch
  waitFor: (position: bigint, timeoutMs: number) => Promise<boolean>
  decoder: PictureDecoder
  uploads: UploadRoom
}

/** Files as commands and routes store them and take them back, and the sweep of what was left. */
export const openFiles = (
  parts: Parts,
): Services['files'] & {
  ofCommands: CommandFiles
  /** Keeps what the server made itself, which need not be looked at. */
  keepOwn: PictureStore
  sweep(): Promise<void>
  removeErased(): Promise<void>
} => {
  const { config, pool, logger, decoder, uploads } = parts
  const store = pictureStore(parts)
  const reader = fileReader({ decoder, quota: config.pictureQuota, storedBy: (actor) => storedBy(pool, actor) })
  const library = fileLibrary({
    ...parts,
    reader,
    store,
    storedBefore: storedBefore(parts),
    keepBytes: byteKeeper(parts),
  })
  const withdrawal = pictureWithdrawal({
    ...parts,
    now: () => new Date(),
    unshown: () => unshownPictures(pool),
    unproposed: (hours, ids) => unproposedPictures(pool, hours, ids),
    isShownByOthers: (file, sender) => isShownByOthers(pool, file, sender),
    isNamed: async (hash) => (await namedHashes(pool, [hash])).has(hash),
  })
  // The answer to the command stands, whatever becomes of the picture: the sweep tries again.
  const orLater = (work: Promise<void>) =>
    work.catch((error: unknown) => logger.warn({ err: error }, 'a picture that is not wanted was left behind'))
  const withdrawOf = (commandId: string) => orLater(withdrawal.withdrawOf(commandId))
  return {
    add: async (sent, about) => {
      const { id, key, name, position } = await library.add(sent, about)
      return { id, link: fileLink(key, name), position }
    },
    replace: library.replace,
    keepOwn: store,
    ofCommands: {
      attach: attachments({ reader, store, withdrawOf }),
      letGo: async (released) => {
        for (const id of released) await orLater(withdrawal.letGo(id))
      },
    },
    removeErased: withdrawal.removeErased,
    letGoProposed: (ids) => orLater(withdrawal.letGoProposed(ids)),
    sweep: async () => {
      await uploads.clear()
      await withdrawal.sweep()
    },
  }
}
