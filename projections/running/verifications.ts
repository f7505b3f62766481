import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { Message } from '../../domain/message.ts'
import type { Migration } from '../../platform/database/migrations.ts'
import { inTransaction } from '../../platform/database/pool.ts'

/** Verifications that were asked for in the back office: operational, and no part of any proof. Nothing in them names whoever asked. */
export const verificationMigrations: readonly Migration[] = [
  {
    id: 'verification-1',
    sql: `create table log.verification (
      id uuid primary key,
      started_at timestamptz not null default clock_timestamp(),
      -- While it runs it says so every few seconds: without that its process has ended.
      beat_at timestamptz not null default clock_timestamp(),
      finished_at timestamptz,
      share real not null default 0,
      result jsonb,
      failure text
    );
    create index on log.verification (started_at desc);`,
  },
]

/** What a verification found, as it is kept. `position` of a problem is that of its event. */
export type VerificationResult = {
  events: number
  signed: number
  files: number
  position: string
  problems: (Message & { position: string | null })[]
  notes: Message[]
}

/** A verification: running, `broken` when its process ended, `failed` when it could not be done, or what it found. */
export type KeptVerification = {
  id: string
  startedAt: Date
  finishedAt: Date | null
  state: 'running' | 'broken' | 'failed' | 'whole' | 'tampered'
  /** How far it is, from 0 to 1. */
  share: number
  result: VerificationResult | null
}

type Row = {
  id: string
  started_at: Date
  finished_at: Date | null
  share: number
  result: VerificationResult | null
  failure: string | null
  is_alive: boolean
}

const kept = 50
const lock = 7_246_021
const isAlive = `finished_at is null and beat_at > clock_timestamp() - interval '60 seconds'`

/** What a verification says whose program is newer than the server that began it: it compared nothing. */
export const noReadModels = 'There are no read models of this version: start the server, or run the rebuild.'

const stateOf = ({ finished_at, failure, result, is_alive }: Row): KeptVerification['state'] => {
  if (finished_at === null) return is_alive ? 'running' : 'broken'
  if (failure !== null || result === null) return 'failed'
  if (result.problems.length === 0) return 'whole'
  return result.problems.every(({ id }) => id === noReadModels) ? 'failed' : 'tampered'
}

export type Verifications = ReturnType<typeof keptVerifications>

/** What is kept of verifications: the newest fifty. */
export const keptVerifications = (pool: Pool) => ({
  /** Null while another one runs, in whatever process. */
  begin: (): Promise<string | null> =>
    inTransaction(pool, async (client) => {
      await client.query('select pg_advisory_xact_lock($1)', [lock])
      const { rowCount } = await client.query(`select 1 from log.verification where ${isAlive}`)
      if (rowCount) return null
      const id = randomUUID()
      await client.query('insert into log.verification (id) values ($1)', [id])
      await client.query(
        `delete from log.verification where id not in (select id from log.verification order by started_at desc limit ${kept})`,
      )
      return id
    }),
  beat: async (id: string, share: number): Promise<void> => {
    await pool.query('update log.verification set beat_at = clock_timestamp(), share = $2 where id = $1', [id, share])
  },
  finish: async (id: string, result: VerificationResult): Promise<void> => {
    await pool.query(
      'update log.verification set finished_at = clock_timestamp(), share = 1, result = $2 where id = $1',
      [id, JSON.stringify(result)],
    )
  },
  fail: async (id: string, failure: string): Promise<void> => {
    await pool.query('update log.verification set finished_at = clock_timestamp(), failure = $2 where id = $1', [
      id,
      failure,
    ])
  },
  /** The newest first. */
  list: async (limit: number): Promise<KeptVerification[]> => {
    const { rows } = await pool.query<Row>(
      `select id, started_at, finished_at, share, result, failure, ${isAlive} as is_alive
       from log.verification order by started_at desc limit $1`,
      [limit],
    )
    return rows.map((row) => ({
      id: row.id,
      startedAt: row.started_at,
      finishedAt: row.finished_at,
      state: stateOf(row),
      share: row.share,
      result: row.result,
    }))
  },
})
