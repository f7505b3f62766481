import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Pool } from 'pg'
import type { Config } from '../../platform/config.ts'
import type { EventStore } from '../port.ts'
import { type Checkpoints, openCheckpoints } from './checkpoints.ts'
import { type WitnessFolder, witnessFolder } from './witness.ts'

/** The checkpoints of the log and the folders outside of the database that keep them. */
export type Proof = {
  checkpoints: Checkpoints
  witnesses: readonly WitnessFolder[]
  /** Signs what is due, or with `isForced` all that is new, and tells the witnesses. @throws CheckpointRefused, and what log and folders throw */
  sign(isForced: boolean): Promise<void>
}

/** @param keyOfDatabase signs where CHECKPOINT_KEY is not set; it is wrapped by the master key, which lies apart */
export const openProof = async (
  { checkpointKeys, witnessUrls, dataDir }: Pick<Config, 'checkpointKeys' | 'witnessUrls' | 'dataDir'>,
  pool: Pool,
  store: EventStore,
  keyOfDatabase: Uint8Array,
): Promise<Proof> => {
  const [first = keyOfDatabase, ...before] = checkpointKeys
  const others = checkpointKeys.length > 0 ? [...before, keyOfDatabase] : []
  const checkpoints = await openCheckpoints(pool, store, [first, ...others])
  const own = join(dataDir, 'checkpoints', checkpoints.origin.replace('/', '-'))
  const witnesses = [own, ...witnessUrls.map((url) => fileURLToPath(url))].map(witnessFolder)
  return {
    checkpoints,
    witnesses,
    sign: async (isForced) => {
      // Whoever remembers more than the database has is heard before anything is signed.
      for (const witness of witnesses) await witness.follow(pool, checkpoints)
      if (!(await checkpoints.extend(isForced))) return
      for (const witness of witnesses) await witness.follow(pool, checkpoints)
    },
  }
}
