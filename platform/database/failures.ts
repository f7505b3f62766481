import type { Pool } from 'pg'
import type { Migration } from './migrations.ts'

/** What staff had done in the background and failed last, by whichever process. Operational, and no part of a backup. */
export const failureMigrations: readonly Migration[] = [
  {
    id: 'debug-3-failure',
    sql: `create table debug.failure (
        work text primary key,
        at timestamptz not null default clock_timestamp(),
        error text not null
      );`,
  },
]

/** The last failure of some work, `at` in milliseconds. */
export type Failure = { at: number; error: string }

/** The last failure of some work that no newer attempt has taken the place of; null where there is none. */
export const failureOf = async (pool: Pool, work: string): Promise<Failure | null> => {
  const { rows } = await pool.query<{ at: Date; error: string }>(
    'select at, error from debug.failure where work = $1',
    [work],
  )
  return rows[0] ? { at: rows[0].at.getTime(), error: rows[0].error } : null
}

/** Keeps why some work failed, for every process to tell. */
export const keepFailure = async (pool: Pool, work: string, error: string): Promise<void> => {
  await pool.query(
    `insert into debug.failure (work, error) values ($1, $2)
      on conflict (work) do update set at = clock_timestamp(), error = excluded.error`,
    [work, error],
  )
}

/** Forgets it: the work is done anew, or was done. */
export const forgetFailure = async (pool: Pool, work: string): Promise<void> => {
  await pool.query('delete from debug.failure where work = $1', [work])
}
