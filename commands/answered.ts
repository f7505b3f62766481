import { createHash, randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { Rejected } from '../domain/rejected.ts'
import { isRefusal } from './refusal.ts'

/** What a command draws once and keeps over retries: its id, and the id of a record it makes. */
export type Draw = {
  commandId: string
  drawnId: number | null
  /** Whether nothing was tried under this id before. */
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
  is_abandoned: boolean
}

// After this long without an answer the process that ran the command is taken for dead, and the retry runs it with the same ids.
const abandonedAfter = '12 seconds'
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 50))

/**
 * Runs a command once per key and person (spec/decisions X21): the same key and body give the same answer for 24 hours,
 * another body is refused, and a retry beside a running command waits for its answer.
 */
export const answeredOnce = (pool: Pool) => {
  const start = async (person: string, key: string, hash: Buffer): Promise<string | null> => {
    const commandId = randomUUID()
    const { rowCount } = await pool.query(
      `insert into command.answered (person, key, body_hash, command_id) values ($1, $2, $3, $4)
       on conflict (person, key) do update set body_hash = $3, command_id = $4, drawn_id = null, status = null, answer = null, started_at = clock_timestamp()
       where answered.started_at < clock_timestamp() - interval '24 hours'`,
      [person, key, hash, commandId],
    )
    return rowCount === 1 ? commandId : null
  }

  const look = async (person: string, key: string): Promise<Row | undefined> => {
    const { rows } = await pool.query<Row>(
      `select body_hash, command_id, drawn_id, status, answer, started_at < clock_timestamp() - interval '${abandonedAfter}' as is_abandoned
       from command.answered where person = $1 and key = $2`,
      [person, key],
    )
    return rows[0]
  }

  const drawOf = (
    person: string,
    key: string,
    commandId: string,
    drawnId: number | null,
    isFirstTry: boolean,
  ): Draw => ({
    commandId,
    drawnId,
    isFirstTry,
    keepId: async (id) => {
      const { rows } = await pool.query<{ drawn_id: number }>(
        'update command.answered set drawn_id = coalesce(drawn_id, $3) where person = $1 and key = $2 returning drawn_id',
        [person, key, id],
      )
      return rows[0]?.drawn_id ?? id
    },
  })

  const finish = async (
    person: string,
    key: string,
    draw: Draw,
    run: (draw: Draw) => Promise<Answer>,
  ): Promise<Answer> => {
    try {
      const answer = await run(draw)
      await pool.query('update command.answered set status = $3, answer = $4 where person = $1 and key = $2', [
        person,
        key,
        answer.status,
        JSON.stringify(answer.body),
      ])
      return answer
    } catch (error) {
      // A refusal leaves nothing behind: the same key may be tried again with another body.
      if (isRefusal(error))
        await pool.query('delete from command.answered where person = $1 and key = $2', [person, key])
      throw error
    }
  }

  const takeOver = async (person: string, key: string): Promise<boolean> => {
    const { rowCount } = await pool.query(
      `update command.answered set started_at = clock_timestamp()
       where person = $1 and key = $2 and status is null and started_at < clock_timestamp() - interval '${abandonedAfter}'`,
      [person, key],
    )
    return rowCount === 1
  }

  return async (
    person: string,
    key: string | undefined,
    body: string | Uint8Array,
    run: (draw: Draw) => Promise<Answer>,
  ): Promise<Answer> => {
    if (key === undefined)
      return run({ commandId: randomUUID(), drawnId: null, isFirstTry: true, keepId: async (id) => id })
    const hash = createHash('sha256').update(body).digest()
    const commandId = await start(person, key, hash)
    if (commandId) return finish(person, key, drawOf(person, key, commandId, null, true), run)
    for (;;) {
      const row = await look(person, key)
      if (!row) return answeredOnce(pool)(person, key, body, run)
      if (!row.body_hash.equals(hash))
        throw new Rejected('This Idempotency-Key was used for something else.', 'validation')
      if (row.status !== null) return { status: row.status, body: row.answer }
      if (row.is_abandoned && (await takeOver(person, key)))
        return finish(person, key, drawOf(person, key, row.command_id, row.drawn_id, false), run)
      await pause()
    }
  }
}
