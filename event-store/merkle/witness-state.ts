import type { Pool } from 'pg'

/** What keeps checkpoints: a folder, somebody's mailbox or a server; `signing` is the log itself. */
export type WitnessKind = 'signing' | 'folder' | 'mail' | 'http'

/** Something that is told of checkpoints. `place` is how it is shown: without a password, and of an address only its beginning and its host. */
export type WitnessPlace = { id: string; kind: WitnessKind; place: string }

/** How it went with a witness. `size` is of how many events the newest checkpoint was that it took; `failure` is null once it went well again. */
export type WitnessState = WitnessPlace & {
  size: number
  succeededAt: Date | null
  failedAt: Date | null
  failure: string | null
  /** How often it failed since it went well. */
  failures: number
  retryAt: Date | null
}

export const witnessTable = `
-- How it went with whatever is told of checkpoints; no addresses of people, no passwords.
create table log.witness (
  id text collate "C" primary key,
  kind text not null check (kind in ('signing', 'folder', 'mail', 'http')),
  place text not null,
  size bigint not null default 0,
  succeeded_at timestamptz,
  failed_at timestamptz,
  failure text,
  failures int not null default 0,
  retry_at timestamptz
);
`

type Row = Omit<WitnessState, 'size' | 'succeededAt' | 'failedAt' | 'retryAt'> & {
  size: string
  succeeded_at: Date | null
  failed_at: Date | null
  retry_at: Date | null
}

const longest = 500
const [first, most] = [60, 3_600]

/** Keeps how it went with each witness, for whoever looks after them. */
export const witnessStates = (pool: Pool) => ({
  all: async (): Promise<WitnessState[]> => {
    const { rows } = await pool.query<Row>('select * from log.witness')
    return rows.map(({ succeeded_at, failed_at, retry_at, size, ...row }) => ({
      ...row,
      size: Number(size),
      succeededAt: succeeded_at,
      failedAt: failed_at,
      retryAt: retry_at,
    }))
  },
  succeeded: async ({ id, kind, place }: WitnessPlace, size: number): Promise<void> => {
    await pool.query(
      `insert into log.witness (id, kind, place, size, succeeded_at) values ($1, $2, $3, $4, clock_timestamp())
       on conflict (id) do update set place = excluded.place, size = excluded.size, succeeded_at = excluded.succeeded_at,
         failure = null, failures = 0, retry_at = null`,
      [id, kind, place, size],
    )
  },
  /** The next try waits a minute, then twice as long each time, at most an hour. */
  failed: async ({ id, kind, place }: WitnessPlace, error: unknown): Promise<void> => {
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : ''
    const failure = `${error instanceof Error ? error.message : String(error)}${cause}`.slice(0, longest)
    await pool.query(
      `insert into log.witness as known (id, kind, place, failed_at, failure, failures, retry_at)
       values ($1, $2, $3, clock_timestamp(), $4, 1, clock_timestamp() + interval '${first} seconds')
       on conflict (id) do update set place = excluded.place, failed_at = excluded.failed_at, failure = excluded.failure,
         failures = known.failures + 1,
         retry_at = clock_timestamp() + make_interval(secs => least(${most}, ${first} * 2 ^ least(known.failures, 10)))`,
      [id, kind, place, failure],
    )
  },
})
