import type pg from 'pg'
import type { Page } from '../polling-subscription.ts'
import type { JsonObject } from '../../domain/event.ts'
import type { EventMeta, RecordedEvent, Sealed } from '../port.ts'

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

export async function readEvents(pool: pg.Pool, after: bigint, limit: number): Promise<RecordedEvent[]> {
  const text = `select ${columns} from log.event where position > $1 order by position limit $2`
  const { rows } = await pool.query<Row>({ name: 'log-read-all', text, values: [after, limit] })
  return rows.map(recorded)
}

/** The next page for a subscription, within the limits of a page (but at least one event). */
export async function readPage(pool: pg.Pool, after: bigint): Promise<Page> {
  const text = `
    with page as (
      select *, pg_column_size(data) + coalesce(pg_column_size(personal), 0) as bytes
      from log.event where position > $1 order by position limit $2
    ), summed as (select *, sum(bytes) over (order by position) as total from page)
    select ${columns}, total >= $3 as is_full from summed where total - bytes < $3 order by position`
  const values = [after, pageLimits.events, pageLimits.bytes]
  const { rows } = await pool.query<Row & { is_full: boolean }>({ name: 'log-read-page', text, values })
  const isFull = rows.length === pageLimits.events || rows.at(-1)?.is_full === true
  return { events: rows.map(recorded), isLast: !isFull }
}

export async function readStream(pool: pg.Pool, stream: string, fromRevision: number): Promise<RecordedEvent[]> {
  const text = `select ${columns} from log.event where stream = $1 and revision >= $2 order by revision`
  const { rows } = await pool.query<Row>({ name: 'log-read-stream', text, values: [stream, fromRevision] })
  return rows.map(recorded)
}

export async function readHead(pool: pg.Pool): Promise<bigint> {
  const text = 'select coalesce(max(position), 0) as position from log.event'
  const { rows } = await pool.query<{ position: string }>({ name: 'log-head', text })
  return BigInt(rows[0]?.position ?? 0)
}

function recorded(row: Row): RecordedEvent {
  const { stream, revision, id, type, data, personal, meta } = row
  const position = BigInt(row.position)
  return { stream, revision, position, id, type, data, personal, meta, recordedAt: row.recorded_at.toISOString() }
}
