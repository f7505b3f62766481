import type { Pool } from 'pg'
import type { Dispatch } from '../commands/dispatch.ts'
import { pictureStore } from '../commands/files.ts'
import type { Ids } from '../commands/ids.ts'
import { pictureWithdrawal } from '../commands/withdrawal.ts'
import type { Resource } from '../domain/resource.ts'
import type { Log } from '../event-store/log.ts'
import type { FileStorage } from '../platform/files/storage.ts'
import type { Log as Reports } from '../platform/log.ts'
import { namedHashes, unshownPictures } from '../projections/files.ts'
import { fileLink } from '../projections/sql.ts'
import type { Rooms } from './rooms.ts'

type Parts = {
  pool: Pool
  log: Log
  resources: readonly Resource[]
  storage: FileStorage
  ids: Ids
  dispatch: Dispatch
  waitFor: (position: bigint, timeoutMs: number) => Promise<boolean>
  logger: Reports
}

/** Pictures as the routes store them and take them back, and the sweep of what was left. */
export const openFiles = (parts: Parts): Rooms['files'] & { sweep(): Promise<void> } => {
  const { pool, logger } = parts
  const storePicture = pictureStore(parts)
  const withdrawal = pictureWithdrawal({
    ...parts,
    now: () => new Date(),
    unshown: () => unshownPictures(pool),
    isNamed: async (hash) => (await namedHashes(pool, [hash])).has(hash),
  })
  // The answer to the command stands, whatever becomes of the picture: the sweep tries again.
  const orLater = (work: Promise<void>) =>
    work.catch((error: unknown) => logger.warn({ err: error }, 'a picture that is not wanted was left behind'))
  return {
    storePicture: async (picture, origin) => {
      const stored = await storePicture(picture, origin)
      return { id: stored.id, link: fileLink(stored.key, stored.name), position: stored.position }
    },
    withdrawOf: (commandId) => orLater(withdrawal.withdrawOf(commandId)),
    letGo: async (released) => {
      for (const id of released) await orLater(withdrawal.letGo(id))
    },
    sweep: withdrawal.sweep,
  }
}
