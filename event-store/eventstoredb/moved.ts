import type pg from 'pg'
import { orStoreError } from '../postgres/sql-append.ts'

/**
 * A log that came from PostgreSQL keeps its positions (docs/decisions/log/0171): `log.moved_place` says of every `placesApart`th event where it stands
 * in EventStoreDB, `log.moved` that all of it is there. From then on nothing is added to log.event.
 */
export const movedTables = `
create table log.moved_place (position bigint primary key, place bigint not null);

create table log.moved (
  events bigint not null,
  position bigint not null,
  place bigint not null,
  root bytea not null,
  moved_at timestamptz not null default clock_timestamp()
);
create unique index only_moved on log.moved ((true));

create function log.refuse_moved() returns trigger language plpgsql as $$
begin
  raise exception 'the log was moved to EventStoreDB: set EVENTSTORE_URL';
end $$;
`

/** The log cannot be moved as it is. The message is a sentence for whoever runs the command. */
export class MoveRefused extends Error {
  override name = 'MoveRefused'
}

export const placesApart = 64

/** `place` is the commit position in EventStoreDB. For events that were appended there it is their position. */
export type Places = {
  /** From which place on a reader finds everything after a position, at most some `placesApart` events too early. */
  readFrom(after: bigint): Promise<bigint>
  /** Whether what stands there was moved. */
  isMoved(place: bigint): Promise<boolean>
}

type End = { position: bigint; place: bigint }

/** The end of what was moved; null for a log that began in EventStoreDB. */
export const endOfMoved = async (pool: Pick<pg.Pool, 'query'>): Promise<End | null> => {
  const { rows } = await pool.query<{ position: string; place: string }>('select position, place from log.moved')
  const [row] = rows
  return row ? { position: BigInt(row.position), place: BigInt(row.place) } : null
}

/** The last noted place of a position or one before it; the start of the log when there is none. */
export const placeBefore = async (pool: pg.Pool, position: bigint): Promise<bigint> => {
  const text = 'select place from log.moved_place where position <= $1 order by position desc limit 1'
  const { rows } = await orStoreError(pool.query<{ place: string }>({ name: 'moved-place', text, values: [position] }))
  return BigInt(rows[0]?.place ?? 0)
}

/** Places of a log that may have been moved. That is settled while nothing runs, so it is asked once. */
export const movedPlaces = (pool: pg.Pool): Places => {
  let known: Promise<End | null> | null = null
  const end = (): Promise<End | null> => {
    known ??= orStoreError(endOfMoved(pool)).catch((error: unknown) => {
      known = null
      throw error
    })
    return known
  }
  return {
    readFrom: async (after) => {
      const moved = await end()
      if (!moved || after > moved.position) return after
      return after === moved.position ? moved.place : placeBefore(pool, after)
    },
    isMoved: async (place) => place <= ((await end())?.place ?? -1n),
  }
}
