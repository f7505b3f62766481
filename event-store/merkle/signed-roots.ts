import type { Pool } from 'pg'
import type { Checkpoints } from './checkpoints.ts'
import type { WitnessFolder } from './witness.ts'

/** A root that was signed, by the number of events. */
export type SignedRoot = { size: number; root: Buffer }

export type SignedRoots = {
  /** Of how many events the newest checkpoint is, in the database or of a witness. */
  newest: number
  /** The oldest root that was not given yet; null when all were. */
  next(): Promise<SignedRoot | null>
  /** What is wrong with the checkpoints that were read so far. */
  problems(): readonly string[]
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
  const problems: string[] = []
  const report = (sentence: string) => problems.length < kept && problems.push(sentence)

  async function* rootsOf(notes: AsyncIterable<string>, where: string): AsyncGenerator<SignedRoot> {
    let last = 0
    for await (const note of notes) {
      const signed = open(note)
      if (signed?.origin !== origin) report(`Checkpoints: one ${where} is not signed by a key of this log.`)
      // A witness that was broken off is told some of them twice.
      else if (signed.size > last) {
        last = signed.size
        yield { size: signed.size, root: signed.root }
      }
    }
  }

  const newestStored = async (): Promise<number> => {
    const { rows } = await pool.query<{ note: string }>('select note from log.checkpoint order by size desc limit 100')
    return rows.map(({ note }) => open(note)).find((one) => one?.origin === origin)?.size ?? 0
  }

  let newest = await newestStored()
  for (const witness of witnesses) {
    const told = open((await witness.newest()) ?? '')?.size ?? 0
    if (told > newest)
      report(`Checkpoints: a witness has one of ${told} events, the newest in the database is of ${newest}.`)
    newest = Math.max(newest, told)
  }

  const sources = [
    rootsOf(storedNotes(pool), 'in the database'),
    ...witnesses.map((one) => rootsOf(one.all(), 'of a witness')),
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
          report(`Checkpoints: two of ${oldest.size} events contradict each other.`)
        source.ahead = null
      }
      return oldest
    },
  }
}
