import * as z from 'zod/mini'
import { bytesOf, type CheckpointNote, isConsistent, readCheckpoint } from '../../domain/checkpoint.ts'
import { oneOf } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import { ApiError } from '../../ui-shared/api/error.ts'
import { type Abilities, abilitiesOf, nodeHash, signerOf } from './browser-crypto.ts'
import { readSeen, type Seen, type Wrong, writeSeen } from './seen-store.ts'

/** What a look at the log gave. `isFirst` when this browser had seen none; `before` is what it had seen. */
export type Look = { seen: Seen | null; before: Seen | null; abilities: Abilities }

const latestSchema = oneOf(z.nullable(z.object({ note: z.string() })))
const keysSchema = oneOf(z.object({ keys: z.array(z.object({ verifier: z.string() })) }))
const proofSchema = oneOf(z.object({ proof: z.array(z.string()) }))

/** What the server said, or the status with which it refused to. */
const asked = async <T>(ask: Promise<T>): Promise<T | number> =>
  ask.catch((error: unknown) => {
    if (error instanceof ApiError && (error.status === 404 || error.status === 409)) return error.status
    throw error
  })

const goesOn = async (older: CheckpointNote, newer: CheckpointNote, { hashes }: Abilities): Promise<boolean> => {
  if (older.size === newer.size) return older.root.every((byte, at) => byte === newer.root[at])
  const answer = await asked(
    api.get('/checkpoint/consistency', { query: { from: older.size, to: newer.size }, as: proofSchema }),
  )
  if (typeof answer === 'number') return false
  return !hashes || isConsistent(nodeHash, older, newer, answer.data.proof.map(bytesOf))
}

const wrongWith = async (
  seen: CheckpointNote,
  newest: CheckpointNote | null,
  keys: readonly string[],
  abilities: Abilities,
): Promise<Wrong | null> => {
  if (!newest || newest.origin !== seen.origin) return 'other'
  if (newest.size < seen.size) return 'shorter'
  if (!(await signerOf(newest, keys, abilities.signatures))) return 'key'
  return (await goesOn(seen, newest, abilities)) ? null : 'other'
}

const first = async (newest: CheckpointNote, note: string, { signatures }: Abilities): Promise<Seen | null> => {
  const { data } = await api.get('/checkpoint/keys', { as: keysSchema })
  const key = await signerOf(
    newest,
    data.keys.map(({ verifier }) => verifier),
    signatures,
  )
  return key === null ? null : { note, keys: [key], at: new Date().toISOString(), wrong: null }
}

/**
 * Compares the newest checkpoint with the newest that this browser saw, and keeps it when the log goes on from there (trust on first use).
 * What was wrong once stays so until `trustAnew`. @throws ApiError when the server cannot be asked
 */
export const lookAtLog = async (): Promise<Look> => {
  const before = readSeen()
  const abilities = await abilitiesOf()
  const known = before && readCheckpoint(before.note)
  const latest = await asked(api.get('/checkpoint/latest', { as: latestSchema }))
  const isNone = typeof latest !== 'number' && latest.data === null
  const note = typeof latest === 'number' ? '' : (latest.data?.note ?? '')
  const newest = readCheckpoint(note)
  if (!before || !known) {
    const seen = newest && (await first(newest, note, abilities))
    if (seen) writeSeen(seen)
    return { seen, before: null, abilities }
  }
  // No checkpoint at all is a log that is shorter than any; one that contradicts itself is another.
  const wrong = isNone ? 'shorter' : await wrongWith(known, newest, before.keys, abilities)
  const seen: Seen =
    wrong === null
      ? { ...before, note, at: new Date().toISOString() }
      : { ...before, wrong: { kind: wrong, size: newest?.size ?? 0 } }
  writeSeen(before.wrong && wrong === null ? before : seen)
  return { seen: before.wrong && wrong === null ? before : seen, before, abilities }
}

/** Forgets what was seen and begins with the log as it is. */
export const trustAnew = async (): Promise<Look> => {
  writeSeen(null)
  return lookAtLog()
}
