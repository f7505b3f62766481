import type { Pool } from 'pg'
import type { Checkpoints } from './checkpoints.ts'
import { postCheckpoint } from './http-witness.ts'
import type { SignedCheckpoint } from './note.ts'
import type { patientWith } from './patience.ts'
import type { WitnessFolder } from './witness.ts'
import type { WitnessState, witnessStates } from './witness-state.ts'
import type { NamedWitness } from './witnesses.ts'

/** Queues a checkpoint as a mail; the same for the same witness and number of events is queued once. */
export type MailCheckpoint = (mail: { to: string; checkpoint: SignedCheckpoint; dedupeKey: string }) => Promise<void>

/** A witness that could not be told. */
export type WitnessFailure = { place: string; error: unknown }

/** The key of the mail that tells a witness of a checkpoint. */
export const mailKeyOf = (id: string, size: number): string => `checkpoint ${id} ${size}`

// Whoever reads them wants one a day: what lies between follows from the newer one.
const mailsEvery = 24 * 3_600_000
/** How long a witness is waited for, in milliseconds: whoever leaves does not wait so long. */
export const patience = { usual: 15_000, leaving: 3_000 }

type Parts = {
  pool: Pool
  checkpoints: Checkpoints
  witnesses: readonly { named: NamedWitness; folder: WitnessFolder | null }[]
  states: ReturnType<typeof witnessStates>
  patiently: ReturnType<typeof patientWith>
}

/** Tells witnesses of checkpoints, all at once and each for itself: none holds up another, and who failed is asked again later and later. */
export const teller = ({ pool, checkpoints, witnesses, states, patiently }: Parts) => {
  const tellOne = async (
    { named, folder }: Parts['witnesses'][number],
    known: WitnessState | undefined,
    newest: SignedCheckpoint,
    mail: MailCheckpoint | null,
    signal: AbortSignal,
  ): Promise<void> => {
    if (folder) return folder.follow(pool, checkpoints)
    if (named.kind === 'http') return postCheckpoint(pool, named.url, known?.size ?? 0, newest, signal)
    if (named.kind === 'mail')
      return mail?.({ to: named.address, checkpoint: newest, dedupeKey: mailKeyOf(named.id, newest.size) })
  }

  const isDue = ({ kind }: NamedWitness, known: WitnessState | undefined, size: number): boolean => {
    const now = Date.now()
    if (known?.retryAt && known.retryAt.getTime() > now) return false
    // A folder that was put aside begins anew.
    if (kind === 'folder') return true
    if (known?.size === size && known.failures === 0) return false
    return kind !== 'mail' || !known?.succeededAt || now - known.succeededAt.getTime() >= mailsEvery
  }

  /** Answers who could not be told. */
  const tell = async (mail: MailCheckpoint | null, isLeaving: boolean): Promise<WitnessFailure[]> => {
    const [newest] = await checkpoints.list(1)
    if (!newest) return []
    const known = new Map((await states.all()).map((state) => [state.id, state]))
    const failures: WitnessFailure[] = []
    const attempt = async (witness: Parts['witnesses'][number]) => {
      const { named } = witness
      const state = known.get(named.id)
      if (!isDue(named, state, newest.size) || (named.kind === 'mail' && !mail)) return
      try {
        const milliseconds = isLeaving ? patience.leaving : patience.usual
        await patiently(named.id, milliseconds, (signal) => tellOne(witness, state, newest, mail, signal))
        if (state?.size !== newest.size || state.failures > 0) await states.succeeded(named, newest.size)
      } catch (error) {
        failures.push({ place: named.place, error })
        await states.failed(named, error)
      }
    }
    await Promise.all(witnesses.map(attempt))
    return failures
  }

  return { tell }
}
