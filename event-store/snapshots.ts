import type pg from 'pg'
import type { RecordState } from '../domain/resource.ts'
import { gatheredCalls } from '../platform/gathered-calls.ts'
import { openText, sealText } from '../platform/keys.ts'
import type { PersonalKeys } from '../platform/personal-keys.ts'
import type { EventStore, RecordedEvent, StoredSnapshot } from './port.ts'
import { orStoreError } from './postgres/sql-append.ts'

/** A record up to a revision; `hash` is that event's link in the chain, `subject` whose key seals the state (null: nothing is personal). */
export type Snapshot = { revision: number; hash: string; subject: string | null; state: RecordState }

/** The latest snapshot of each stream. A cache: whatever is missing, of another shape or unreadable is folded from the log. */
export type Snapshots = {
  find(stream: string): Promise<Snapshot | null>
  /** The same with the events from there on, all without a snapshot; null where the log answers both at once for nobody. */
  findWithEvents(stream: string): Promise<{ snapshot: Snapshot | null; events: RecordedEvent[] } | null>
  /** Keeps a snapshot unless a later one is there. Keeps nothing of a person whose key is gone. */
  keep(stream: string, snapshot: Snapshot): Promise<void>
}

export const noSnapshots: Snapshots = {
  find: async () => null,
  findWithEvents: async () => null,
  keep: async () => undefined,
}

/** The state is text and no jsonb: that would sort its keys, and values are compared as they are written. */
export const snapshotTable = `
create table log.snapshot (
  stream text collate "C" primary key,
  shape text collate "C" not null,
  revision integer not null,
  hash text collate "C" not null,
  subject text collate "C",
  state text not null
);
`

type Row = StoredSnapshot & { stream: string }

/**
 * Snapshots in the table log.snapshot. @param shape names everything that decides how events fold into a record
 * @param store the log, which may lie in the same database
 */
export const tableOfSnapshots = (
  pool: pg.Pool,
  keys: PersonalKeys,
  shape: string,
  store: Pick<EventStore, 'readLatest'> = {},
): Snapshots => {
  const ask = async (name: string, text: string, values: unknown[]): Promise<Row[]> =>
    (await orStoreError(pool.query<Row>({ name, text, values }))).rows
  const bound = (stream: string, { revision, hash }: Pick<Row, 'revision' | 'hash'>) =>
    `${stream}|snapshot|${shape}|${revision}|${hash}`

  const keyOf = async (subject: string): Promise<Buffer | null> => {
    const key = (await keys.find([subject])).get(subject)
    return key instanceof Buffer ? key : null
  }

  const textOf = async (stream: string, row: StoredSnapshot): Promise<string | null> => {
    if (row.subject === null) return row.state
    const key = await keyOf(row.subject)
    return key && openText(key, JSON.parse(row.state), bound(stream, row))
  }

  const opened = async (stream: string, row: StoredSnapshot): Promise<Snapshot | null> => {
    const text = await textOf(stream, row)
    const { revision, hash, subject } = row
    return text === null ? null : { revision, hash, subject, state: JSON.parse(text) }
  }

  const findRow = gatheredCalls(async (streams: readonly string[]) => {
    const text = 'select stream, revision, hash, subject, state from log.snapshot where stream = any($1) and shape = $2'
    const rows = new Map((await ask('log-snapshot-find', text, [streams, shape])).map((row) => [row.stream, row]))
    return streams.map((stream) => ({ row: rows.get(stream) }))
  }, 64)

  return {
    find: async (stream) => {
      const { row } = await findRow(stream)
      return row ? opened(stream, row) : null
    },
    findWithEvents: async (stream) => {
      const latest = await store.readLatest?.(stream, shape)
      if (!latest) return null
      const snapshot = latest.snapshot && (await opened(stream, latest.snapshot))
      // Of what cannot be opened any more all events are needed.
      return latest.snapshot && !snapshot ? null : { snapshot, events: latest.events }
    },
    keep: async (stream, snapshot) => {
      const { revision, hash, subject } = snapshot
      const key = subject === null ? null : await keyOf(subject)
      if (subject !== null && !key) return
      const plain = JSON.stringify(snapshot.state)
      const state = key ? JSON.stringify(sealText(key, plain, bound(stream, snapshot))) : plain
      await ask(
        'log-snapshot-keep',
        `insert into log.snapshot as kept (stream, shape, revision, hash, subject, state) values ($1, $2, $3, $4, $5, $6)
         on conflict (stream) do update
         set shape = excluded.shape, revision = excluded.revision, hash = excluded.hash, subject = excluded.subject, state = excluded.state
         where kept.shape <> excluded.shape or kept.revision < excluded.revision`,
        [stream, shape, revision, hash, subject, state],
      )
    },
  }
}
