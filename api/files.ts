import type { Pool } from 'pg'
import type { Dispatch } from '../commands/dispatch.ts'
import { pictureStore } from '../commands/files.ts'
import type { Ids } from '../commands/ids.ts'
import { pictureWithdrawal } from '../commands/withdrawal.ts'
import type { Log } from '../event-store/log.ts'
import type { FileStorage } from '../platform/files/storage.ts'
import type { Log as Reports } from '../platform/log.ts'
import { namedHashes } from '../projections/files.ts'
import { fileLink } from '../projections/sql.ts'
import type { Rooms } from './rooms.ts'

type Parts = {
  pool: Pool
  log: Log
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
    isNamed: async (hash) => (await namedHashes(pool, [hash])).has(hash),
  })
  return {
    storePicture: async (picture, origin) => {
      const stored = await storePicture(picture, origin)
      return { id: stored.id, link: fileLink(stored.key, stored.name), position: stored.position }
    },
    // The refusal is the answer, whatever becomes of the picture: the sweep tries again.
    withdrawOf: (commandId) =>
      withdrawal
        .withdrawOf(commandId)
        .catch((error: unknown) => logger.warn({ err: error }, 'the picture of a refused command was left behind')),
    sweep: withdrawal.sweep,
  }
}
