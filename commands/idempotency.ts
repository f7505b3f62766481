import { createHash, randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { Rejected } from '../domain/rejected.ts'
import { isRefusal } from './refusal.ts'

export type Attempt = {
  commandId: string
  keptId: number | null
  isFirstTry: boolean
  /** Keeps the id that a record is made under and answers the one that counts: an earlier try may have kept another. */
  keepId(id: number): Promise<number>
}

export type Answer = { status: number; body: unknown }

type Row = {
  body_hash: Buffer
  command_id: string
  drawn_id: number | null
  status: number | null
  answer: unknown
  run: number
  is_abandoned: boolean
}

/** One run of a command under its key. Runs are counted, so that a late one cannot undo what a newer one does. */
type Run = { person: string; key: string; commandId: string; number: number }

// After this long without an answer the process that ran the command is taken for dead, and the retry runs it with the same ids.
const abandonedAfter = 12_000
const isDead = `started_at < clock_timestamp() - interval '${abandonedAfter} milliseconds'`
const isOld = `started_at < clock_timestamp() - interval '24 hours'`
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 50))

/** Forgets answers that are more than a day old. */
export const sweepAnswers = async (pool: Pool): Promise<void> => {
  await pool.query(`delete from command.answered where ${isOld}`)
}

/** Runs a command once per key and person for 24 hours (X21); what failed without a refusal runs again with the same ids. */
export const idempotent = (pool: Pool) => {
  // Runs that failed while the database could not be told.
  const untold = new Set<string>()
  const nameOf = ({ commandId, number }: Run) => `${commandId} ${number}`

  const start = async (person: string, key: string, hash: Buffer): Promise<Run | null> => {
    const commandId = randomUUID()
    const { rowCount } = await pool.query({
      name: 'idempotent-start',
      text: `insert into command.answered (person, key, body_hash, command_id) values ($1, $2, $3, $4)
       on conflict (person, key) do update set body_hash = $3, command_id = $4, drawn_id = null, status = null, answer = null,
         run = 1, is_abandoned = false, started_at = clock_timestamp()
       where answered.${isOld}`,
      values: [person, key, hash, commandId],
    })
    return rowCount === 1 ? { person, key, commandId, number: 1 } : null
  }

  const look = async (person: string, key: string): Promise<Row | undefined> => {
    const { rows } = await pool.query<Row>(
      `select body_hash, command_id, drawn_id, status, answer, run, is_abandoned or ${isDead} as is_abandoned
       from command.answered where person = $1 and key = $2`,
      [person, key],
    )
    return rows[0]
  }

  const attemptOf = ({ person, key, commandId, number }: Run, keptId: number | null): Attempt => ({
    commandId,
    keptId,
    isFirstTry: number === 1,
    keepId: async (id) => {
      const { rows } = await pool.query<{ drawn_id: number }>({
        name: 'idempotent-keep-id',
        text: 'update command.answered set drawn_id = coalesce(drawn_id, $3) where person = $1 and key = $2 returning drawn_id',
        values: [person, key, id],
      })
      return rows[0]?.drawn_id ?? id
    },
  })

  const abandon = async (current: Run) => {
    const { person, key, number } = current
    const text = 'update command.answered set is_abandoned = true where person = $1 and key = $2 and run = $3'
    await pool.query(text, [person, key, number]).catch(() => {
      untold.add(nameOf(current))
      setTimeout(() => untold.delete(nameOf(current)), abandonedAfter).unref()
    })
  }

  /** Forgets a key; false when another run has taken it over. */
  const release = async ({ person, key }: Run): Promise<boolean> => {
    const text = 'delete from command.answered where person = $1 and key = $2 and run = 1'
    return (await pool.query(text, [person, key])).rowCount !== 0
  }

  const finish = async (
    current: Run,
    attempt: Attempt,
    run: (attempt: Attempt) => Promise<Answer>,
  ): Promise<Answer> => {
    const { person, key } = current
    try {
      const answer = await run(attempt)
      // Nobody waits for the disk: without this the command runs again with the same ids, and finds what it has done.
      await pool.query({
        name: 'idempotent-finish',
        text: `update command.answered set status = $3, answer = $4
          from (select set_config('synchronous_commit', 'off', true)) quick where person = $1 and key = $2`,
        values: [person, key, answer.status, JSON.stringify(answer.body)],
      })
      return answer
    } catch (error) {
      // A refusal leaves nothing behind: the same key may be tried again with another body. What a later run is refused, an earlier one may
      // have done: its ids are kept.
      const isUndone = isRefusal(error) && current.number === 1
      if (!isUndone || !(await release(current))) await abandon(current)
      throw error
    }
  }

  const takeOver = async (former: Run): Promise<Run | null> => {
    const { rowCount } = await pool.query(
      `update command.answered set started_at = clock_timestamp(), run = run + 1, is_abandoned = false
       where person = $1 and key = $2 and run = $3 and status is null`,
      [former.person, former.key, former.number],
    )
    return rowCount === 1 ? { ...former, number: former.number + 1 } : null
  }

  const answer = async (
    person: string,
    key: string,
    hash: Buffer,
    run: (attempt: Attempt) => Promise<Answer>,
  ): Promise<Answer> => {
    const first = await start(person, key, hash)
    if (first) return finish(first, attemptOf(first, null), run)
    for (;;) {
      const row = await look(person, key)
      if (!row) return answer(person, key, hash, run)
      if (!row.body_hash.equals(hash))
        throw new Rejected('This Idempotency-Key was used for something else.', 'validation')
      if (row.status !== null) return { status: row.status, body: row.answer }
      const former = { person, key, commandId: row.command_id, number: row.run }
      const next = row.is_abandoned || untold.has(nameOf(former)) ? await takeOver(former) : null
      if (next) return finish(next, attemptOf(next, row.drawn_id), run)
      await pause()
    }
  }

  return async (
    person: string,
    key: string | undefined,
    body: string | Uint8Array,
    run: (attempt: Attempt) => Promise<Answer>,
  ): Promise<Answer> => {
    if (key === undefined)
      return run({ commandId: randomUUID(), keptId: null, isFirstTry: true, keepId: async (id) => id })
    return answer(person, key, createHash('sha256').update(body).digest(), run)
  }
}
