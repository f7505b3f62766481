import type { Pool } from 'pg'
import { Rejected } from '../domain/rejected.ts'

/** Long work as its owner sees it. `interrupted`: the process that did it is gone; what is done stays done. */
export type Job = {
  id: string
  state: 'running' | 'done' | 'interrupted'
  total: number
  done: number
  failed: number
  failures: { id: number; message: string }[]
  position: string | null
}

type Step = (id: number) => Promise<bigint | null>

const everyMilliseconds = 500
const mostFailures = 100

/**
 * Work on many records with visible progress (spec/decisions X5). Each record is a command of its own; one that is refused is
 * counted and named, and the others go on.
 */
export const jobs = (pool: Pool, onFailure: (error: unknown) => void) => {
  const save = (
    id: string,
    { done, failed, failures, position }: Pick<Job, 'done' | 'failed' | 'failures'> & { position: bigint | null },
    state: 'running' | 'done',
  ) =>
    pool.query(
      'update command.job set done = $2, failed = $3, failures = $4, position = $5, state = $6, seen_at = clock_timestamp() where id = $1',
      [id, done, failed, JSON.stringify(failures), position === null ? null : String(position), state],
    )

  const run = async (id: string, ids: readonly number[], step: Step) => {
    const failures: Job['failures'] = []
    let done = 0
    let failed = 0
    let position: bigint | null = null
    let savedAt = Date.now()
    for (const recordId of ids) {
      try {
        const reached = await step(recordId)
        if (reached !== null && (position === null || reached > position)) position = reached
        done += 1
      } catch (error) {
        if (!(error instanceof Rejected)) throw error
        failed += 1
        if (failures.length < mostFailures) failures.push({ id: recordId, message: error.message })
      }
      if (Date.now() - savedAt < everyMilliseconds) continue
      await save(id, { done, failed, failures, position }, 'running')
      savedAt = Date.now()
    }
    await save(id, { done, failed, failures, position }, 'done')
  }

  /** Starts the work under an id that the caller has drawn. Work of this id that was started before is left to itself. */
  const start = async (person: string, id: string, ids: readonly number[], step: Step): Promise<void> => {
    const { rowCount } = await pool.query(
      'insert into command.job (id, person, total) values ($1, $2, $3) on conflict (id) do nothing',
      [id, person, ids.length],
    )
    // Not awaited: the caller follows the progress. What breaks is reported, and the job reads as interrupted.
    if (rowCount === 1) void run(id, ids, step).catch(onFailure)
  }

  /** A job of this person, or null. */
  const find = async (person: string, id: string): Promise<Job | null> => {
    const { rows } = await pool.query<Job>(
      `select id, total, done, failed, failures, position,
         case when state = 'running' and seen_at < clock_timestamp() - interval '15 seconds' then 'interrupted' else state end as state
       from command.job where id = $1 and person = $2`,
      [id, person],
    )
    return rows[0] ?? null
  }

  /** Forgets jobs that stand still for a day: as long as a retry of the call that began one may look for it. */
  const sweep = async (): Promise<void> => {
    await pool.query("delete from command.job where seen_at < clock_timestamp() - interval '24 hours'")
  }

  return { start, find, sweep }
}

export type Jobs = ReturnType<typeof jobs>
