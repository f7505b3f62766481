import type { Pool } from 'pg'
import type { Checkpoints } from './checkpoints.ts'
import { type Finding, findingOf } from './finding.ts'
import type { SignedCheckpoint } from './note.ts'
import type { WitnessFolder } from './witness.ts'

/** A root that was signed, by the number of events. */
export type SignedRoot = { size: number; root: Buffer }

export type SignedRoots = {
  /** Of how many events the newest checkpoint is, in the database or of a witness. */
  newest: number
  /** The oldest root that was not given yet; null when all were. */
  next(): Promise<SignedRoot | null>
  /** What is wrong with the checkpoints that were read so far. */
  problems(): readonly Finding[]
}

type Witness = Pick<WitnessFolder, 'newest' | 'all'>

const atOnce = 500
const kept = 20

async function* storedNotes(pool: Pool): AsyncGenerator<string> {
  for (let above = -1n; ; ) {
    const { rows } = await pool.query<{ size: string; note: string }>(
      'select size, note from log.checkpoint where size > $1 order by size limit $2',
      [String(above), atOnce],
    )
    const last = rows.at(-1)
    if (!last) return
    for (const { note } of rows) yield note
    above = BigInt(last.size)
  }
}

/** Reads the checkpoints of the database and of the witnesses side by side, the oldest first: however many there are, some hundred are in memory. */
export const signedRoots = async (
  pool: Pool,
  { open, origin }: Pick<Checkpoints, 'open' | 'origin'>,
  witnesses: readonly Witness[],
): Promise<SignedRoots> => {
  const problems: Finding[] = []
  // The database and each witness have the same notes, so the same ones are opened one after the other.
  let last: { note: string; signed: SignedCheckpoint | null } = { note: '', signed: null }
  const openOnce = (note: string): SignedCheckpoint | null => {
    if (note !== last.note) last = { note, signed: open(note) }
    return last.signed
  }

  const report = (finding: Finding) => problems.length < kept && problems.push(finding)

  async function* rootsOf(notes: AsyncIterable<string>, unsigned: string): AsyncGenerator<SignedRoot> {
    let size = 0
    for await (const note of notes) {
      const signed = openOnce(note)
      if (signed?.origin !== origin) report(findingOf(unsigned))
      // A witness that was broken off is told some of them twice.
      else if (signed.size > size) {
        size = signed.size
        yield { size: signed.size, root: signed.root }
      }
    }
  }

  const newestStored = async (): Promise<number> => {
    const { rows } = await pool.query<{ note: string }>('select note from log.checkpoint order by size desc limit 100')
    for (const { note } of rows) {
      const signed = open(note)
      if (signed?.origin === origin) return signed.size
    }
    return 0
  }

  let newest = await newestStored()
  for (const witness of witnesses) {
    const told = open((await witness.newest()) ?? '')?.size ?? 0
    if (told > newest)
      report(
        findingOf('Checkpoints: a witness has one of {told} events, the newest in the database is of {newest}.', {
          told,
          newest,
        }),
      )
    newest = Math.max(newest, told)
  }

  const sources = [
    rootsOf(storedNotes(pool), 'Checkpoints: one in the database is not signed by a key of this log.'),
    ...witnesses.map((one) => rootsOf(one.all(), 'Checkpoints: one of a witness is not signed by a key of this log.')),
  ].map((roots) => ({ roots, ahead: null as SignedRoot | null, isRead: false }))

  const readAhead = async (): Promise<void> => {
    for (const source of sources) {
      if (source.ahead || source.isRead) continue
      const { value, done } = await source.roots.next()
      source.ahead = done ? null : value
      source.isRead = done === true
    }
  }

  return {
    newest,
    problems: () => problems,
    next: async () => {
      await readAhead()
      const ahead = sources.flatMap((source) => (source.ahead ? [source.ahead] : []))
      const oldest = ahead.toSorted((one, other) => one.size - other.size)[0]
      if (!oldest) return null
      for (const source of sources) {
        if (source.ahead?.size !== oldest.size) continue
        if (!source.ahead.root.equals(oldest.root))
          report(findingOf('Checkpoints: two of {size} events contradict each other.', { size: oldest.size }))
        source.ahead = null
      }
      return oldest
    },
  }
}
