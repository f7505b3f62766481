import type pg from 'pg'
import type { Page } from '../polling-subscription.ts'
import type { JsonObject } from '../../domain/event.ts'
import type { EventMeta, Latest, RecordedEvent, Sealed } from '../port.ts'

type Row = {
  position: string
  stream: string
  revision: number
  id: string
  type: string
  data: JsonObject
  personal: Sealed | null
  meta: EventMeta
  recorded_at: Date
}

const columns = 'position, stream, revision, id, type, data, personal, meta, recorded_at'

/** Events of one page, and the stored (compressed) bytes after which it is cut: a page of long posts must fit into memory. */
export const pageLimits = { events: 1000, bytes: 4_000_000 }

/** The next events after a position, in order, at most `limit`. */
export const readEvents = async (pool: pg.Pool, after: bigint, limit: number): Promise<RecordedEvent[]> => {
  const text = `select ${columns} from log.event where position > $1 order by position limit $2`
  const { rows } = await pool.query<Row>({ name: 'log-read-all', text, values: [after, limit] })
  return rows.map(recorded)
}

/** The next page for a subscription, within the limits of a page (but at least one event). */
export const readPage = async (pool: pg.Pool, after: bigint): Promise<Page> => {
  const text = `
    with batch as (
      select *, pg_column_size(data) + coalesce(pg_column_size(personal), 0) as bytes
      from log.event where position > $1 order by position limit $2
    ), summed as (select *, sum(bytes) over (order by position) as total from batch)
    select ${columns}, total >= $3 as is_full from summed where total - bytes < $3 order by position`
  const values = [after, pageLimits.events, pageLimits.bytes]
  const { rows } = await pool.query<Row & { is_full: boolean }>({ name: 'log-read-page', text, values })
  const isFull = rows.length === pageLimits.events || rows.at(-1)?.is_full === true
  return { events: rows.map(recorded), isLast: !isFull }
}

/** The events of a stream from a revision (0) on. */
export const readStream = async (pool: pg.Pool, stream: string, fromRevision: number): Promise<RecordedEvent[]> => {
  const text = `select ${columns} from log.event where stream = $1 and revision >= $2 order by revision`
  const { rows } = await pool.query<Row>({ name: 'log-read-stream', text, values: [stream, fromRevision] })
  return rows.map(recorded)
}

/** From which revision on the events of a stream are asked for. */
export type StreamAsked = { stream: string; fromRevision: number }

/** The events of several streams in one statement, in the order asked. */
export const readStreams = async (pool: pg.Pool, asked: readonly StreamAsked[]): Promise<RecordedEvent[][]> => {
  const [first] = asked
  if (first && asked.length === 1) return [await readStream(pool, first.stream, first.fromRevision)]
  const places = new Map(asked.map((one) => [`${one.fromRevision} ${one.stream}`, one]))
  const text = `select asked.place, found.* from unnest($1::text[], $2::integer[]) with ordinality as asked (stream, first, place)
    cross join lateral (select ${columns} from log.event where event.stream = asked.stream and event.revision >= asked.first
      order by event.revision offset 0) found order by asked.place, found.revision`
  const wanted = [...places.values()]
  const values = [wanted.map(({ stream }) => stream), wanted.map(({ fromRevision }) => fromRevision)]
  const { rows } = await pool.query<Row & { place: string }>({ name: 'log-read-streams', text, values })
  const found = new Map<string, RecordedEvent[]>([...places.keys()].map((name) => [name, []]))
  const names = [...places.keys()]
  for (const row of rows) found.get(names[Number(row.place) - 1] ?? '')?.push(recorded(row))
  return asked.map(({ stream, fromRevision }) => found.get(`${fromRevision} ${stream}`) ?? [])
}

type LatestRow = Row & {
  place: string
  snapshot_revision: number | null
  snapshot_hash: string
  snapshot_subject: string | null
  snapshot_state: string | null
}

/** The snapshots and the events since of several streams, in the order asked. */
export const readLatestOf = async (pool: pg.Pool, streams: readonly string[], shape: string): Promise<Latest[]> => {
  const text = 'select * from log.read_latest($1, $2)'
  const { rows } = await pool.query<LatestRow>({ name: 'log-read-latest', text, values: [streams, shape] })
  const found = streams.map((): Latest => ({ snapshot: null, events: [] }))
  for (const row of rows) {
    const latest = found[Number(row.place) - 1]
    const { snapshot_revision: revision, snapshot_hash: hash, snapshot_subject: subject, snapshot_state: state } = row
    if (latest && revision !== null && state !== null) latest.snapshot = { revision, hash, subject, state }
    latest?.events.push(recorded(row))
  }
  return found
}

/** The position of the newest event; 0 for an empty log. */
export const readHead = async (pool: pg.Pool): Promise<bigint> => {
  const text = 'select coalesce(max(position), 0) as position from log.event'
  const { rows } = await pool.query<{ position: string }>({ name: 'log-head', text })
  return BigInt(rows[0]?.position ?? 0)
}

const recorded = (row: Row): RecordedEvent => {
  const { stream, revision, id, type, data, personal, meta } = row
  const position = BigInt(row.position)
  return { stream, revision, position, id, type, data, personal, meta, recordedAt: row.recorded_at.toISOString() }
}
