import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Pool } from 'pg'
import type { Migration } from './migrations.ts'
import type { Logger } from '../logger.ts'

/** Which processes live: each says so now and then. Operational, and no part of a backup. */
export const processMigrations: readonly Migration[] = [
  {
    id: 'debug-2-process',
    sql: `create table debug.process (
        id uuid primary key,
        host text not null,
        pid int not null,
        role text not null,
        version text not null,
        node text not null,
        started_at timestamptz not null default clock_timestamp(),
        beat_at timestamptz not null default clock_timestamp(),
        is_stopping boolean not null default false
      );`,
  },
]

const beatEvery = 10_000

/** A process as it last said of itself; it is `lost` when it has said nothing for 40 seconds and did not take its leave. */
export type LivingProcess = {
  id: string
  host: string
  pid: number
  role: string
  version: string
  node: string
  startedAt: Date
  beatAt: Date
  state: 'running' | 'stopping' | 'lost'
}

/** The processes that live, and those that were lost in the last hour; the oldest first. */
export const livingProcesses = async (pool: Pick<Pool, 'query'>): Promise<LivingProcess[]> => {
  const { rows } = await pool.query<LivingProcess>(
    `select id, host, pid, role, version, node, started_at as "startedAt", beat_at as "beatAt",
        case when beat_at < clock_timestamp() - interval '40 seconds' then 'lost' when is_stopping then 'stopping' else 'running' end as state
      from debug.process where beat_at > clock_timestamp() - interval '1 hour' order by started_at, id limit 200`,
  )
  return rows
}

type Parts = { pool: Pool; logger: Logger; role: string; version: string; leaving: AbortSignal }

/** Says every ten seconds that this process lives, and at its end that it does no more. Answers how to end. */
export const sayThatItLives = ({ pool, logger, role, version, leaving }: Parts): (() => Promise<void>) => {
  const id = randomUUID()
  const values = [id, hostname(), process.pid, role, version, process.version]
  const beat = async () => {
    await pool.query(
      `with gone as (delete from debug.process where beat_at < clock_timestamp() - interval '1 day')
      insert into debug.process (id, host, pid, role, version, node, is_stopping) values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (id) do update set beat_at = clock_timestamp(), is_stopping = excluded.is_stopping`,
      [...values, leaving.aborted],
    )
  }
  let isAway = false
  let last = Promise.resolve()
  const say = () => {
    last = last.then(beat).then(
      () => {
        isAway = false
      },
      (error: unknown) => {
        // Once: an outage is told of by others as well.
        if (!isAway && !pool.ending)
          logger.info({ reason: String(error) }, 'it could not be said that this process lives')
        isAway = true
      },
    )
  }
  say()
  const timer = setInterval(say, beatEvery)
  timer.unref()
  leaving.addEventListener('abort', say)
  return async () => {
    clearInterval(timer)
    leaving.removeEventListener('abort', say)
    await last
    await pool.query('delete from debug.process where id = $1', [id]).catch(() => undefined)
  }
}
