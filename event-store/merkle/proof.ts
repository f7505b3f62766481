import { join } from 'node:path'
import type { Pool } from 'pg'
import type { Config } from '../../platform/config.ts'
import { keyFile } from './key-file.ts'
import type { EventStore } from '../port.ts'
import { CheckpointRefused, type Checkpoints, openCheckpoints } from './checkpoints.ts'
import { patientWith } from './patience.ts'
import { type MailCheckpoint, patience, teller, type WitnessFailure } from './telling.ts'
import { type WitnessFolder, witnessFolder } from './witness.ts'
import { type WitnessState, witnessStates } from './witness-state.ts'
import { folderWitness, signing, witnessAt } from './witnesses.ts'

/** The checkpoints of the log and what keeps them outside of the database. */
export type Proof = {
  checkpoints: Checkpoints
  /** The folders, which remember what they were told. */
  witnesses: readonly WitnessFolder[]
  /**
   * Signs what is due, or with `isForced` all that is new, and tells the witnesses, those with a mailbox by `mail`; answers who could not be told.
   * @throws CheckpointRefused when a folder contradicts the database, and what the log throws
   */
  sign(isForced: boolean, mail?: MailCheckpoint | null): Promise<WitnessFailure[]>
  /** How it went with the signing and with each witness of this process. */
  standing(): Promise<WitnessState[]>
  /** How many of these fail. */
  failing(): Promise<number>
}

const neverTold = { size: 0, succeededAt: null, failedAt: null, failure: null, failures: 0, retryAt: null }

/** @param keyOfDatabase signs where CHECKPOINT_KEY is not set; it is wrapped by the master key, which lies apart */
export const openProof = async (
  {
    checkpointKeys,
    checkpointKeyFile = null,
    witnessUrls,
    dataDir,
  }: Pick<Config, 'checkpointKeys' | 'witnessUrls' | 'dataDir'> & Partial<Pick<Config, 'checkpointKeyFile'>>,
  pool: Pool,
  store: EventStore,
  keyOfDatabase: Uint8Array,
): Promise<Proof> => {
  const [first = keyOfDatabase, ...before] = checkpointKeys
  const others = checkpointKeys.length > 0 ? [...before, keyOfDatabase] : []
  const changed = checkpointKeyFile === null ? undefined : keyFile(checkpointKeyFile)
  const checkpoints = await openCheckpoints(pool, store, [first, ...others], changed)
  const own = folderWitness(join(dataDir, 'checkpoints', checkpoints.origin.replace('/', '-')))
  const witnesses = [own, ...witnessUrls.map(witnessAt)].map((named) => ({
    named,
    folder: named.kind === 'folder' ? witnessFolder(named.folder) : null,
  }))
  const folders = witnesses.flatMap(({ folder }) => folder ?? [])
  const states = witnessStates(pool)
  const patiently = patientWith()
  const { tell } = teller({ pool, checkpoints, witnesses, states, patiently })

  // A folder that remembers more than the database has is heard before anything is signed; one that is not there holds up nothing.
  const hear = async (isLeaving: boolean): Promise<void> => {
    const milliseconds = isLeaving ? patience.leaving : patience.usual
    for (const { named, folder } of witnesses)
      await patiently(`hear ${named.id}`, milliseconds, async () => folder?.check(checkpoints)).catch(
        (error: unknown) => {
          if (error instanceof CheckpointRefused) throw error
        },
      )
  }

  const signDue = async (isForced: boolean): Promise<void> => {
    try {
      await hear(isForced)
      const isSigned = await checkpoints.extend(isForced)
      const known = (await states.all()).find(({ id }) => id === signing.id)
      if (isSigned || known?.failure) await states.succeeded(signing, (await checkpoints.list(1))[0]?.size ?? 0)
    } catch (error) {
      await states.failed(signing, error)
      throw error
    }
  }

  const standing = async (): Promise<WitnessState[]> => {
    const known = new Map((await states.all()).map((state) => [state.id, state]))
    return [signing, ...witnesses.map(({ named }) => named)].map(({ id, kind, place }) => ({
      ...(known.get(id) ?? neverTold),
      id,
      kind,
      place,
    }))
  }

  return {
    checkpoints,
    witnesses: folders,
    sign: async (isForced, mail = null) => {
      await signDue(isForced)
      return tell(mail, isForced)
    },
    standing,
    failing: async () => (await standing()).filter(({ failure }) => failure !== null).length,
  }
}
