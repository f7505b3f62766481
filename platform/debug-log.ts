import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { searchableText } from '../domain/comparable.ts'
import type { Migration } from './database/migrations.ts'
import { isDatabaseAway } from './database/outage.ts'
import type { Logger } from './logger.ts'

/** Operational, not events: what failed is no fact of the domain (L3). Never rebuilt. */
export const debugMigrations: readonly Migration[] = [
  {
    id: 'debug-1-entry',
    sql: `create schema debug;
      create table debug.entry (
        id bigint generated always as identity primary key,
        at timestamptz not null default clock_timestamp(),
        level text not null check (level in ('warning', 'error')),
        -- The pattern of a route, never the path: a path may hold a token. Null for work in the background.
        route text,
        request_id text,
        actor_type text not null,
        actor_id text not null,
        message text not null,
        keyword text not null
      );
      create index on debug.entry (at, id);
      create index on debug.entry (level, at, id);
      create index on debug.entry using gin (keyword gin_trgm_ops);`,
  },
]

export type Failure = {
  level: 'warning' | 'error'
  message: string
  error?: unknown
  request?: { id: string; route: string; actor: { type: string; id: number | string } | null }
}

const longest = 2_000

// Addresses, and what is long enough to be a token, a code or a number of somebody.
const secrets = [/[^\s"'<>(]+@[^\s"'<>)]+/g, /[\w-]{24,}/g, /\d{5,}/g]

/** A text without what may be an address, a token, a code or a number of a person, cut to 2,000 characters. */
export const redacted = (text: string): string =>
  secrets.reduce((kept, pattern) => kept.replace(pattern, '…'), text).slice(0, longest)

const textOf = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : ''
  const cause = error.cause === undefined ? '' : ` (${textOf(error.cause)})`
  return `${error.name}: ${error.message}${cause}`
}

const rowOf = ({ level, message, error, request }: Failure) => {
  const text = redacted([message, textOf(error)].filter(Boolean).join(': '))
  return {
    at: new Date().toISOString(),
    level,
    route: request?.route ?? null,
    request_id: request?.id ?? null,
    actor_type: request?.actor?.type ?? 'system',
    actor_id: String(request?.actor?.id ?? (request ? 'anonymous' : 'background')),
    message: text,
    keyword: searchableText(`${text} ${request?.route ?? ''} ${request?.id ?? ''}`),
  }
}

const mostWaiting = 500
const keptFor = '90 days'
const columns = 'at, level, route, request_id, actor_type, actor_id, message, keyword'

/**
 * The debug log: never slows or fails whoever reports. While the database is away, the latest of what failed is kept back and written
 * once it is there again, with how many were too many to keep.
 * @param retryEvery milliseconds between tries to write what is kept back
 */
export const debugLog = (pool: Pool, retryEvery = 2_000) => {
  let waiting: ReturnType<typeof rowOf>[] = []
  let lost = 0
  let writing: Promise<void> | null = null
  const closed = new AbortController()

  const keep = (rows: typeof waiting) => {
    lost += Math.max(0, rows.length - mostWaiting)
    waiting = rows.slice(-mostWaiting)
  }
  const writeOnce = async (): Promise<boolean> => {
    const [rows, unkept] = [waiting, lost]
    const about = `${unkept} more failures were not kept while the database was away`
    const all = unkept === 0 ? rows : [...rows, rowOf({ level: 'warning', message: about })]
    ;[waiting, lost] = [[], 0]
    try {
      await pool.query(
        `insert into debug.entry (${columns}) select ${columns} from json_populate_recordset(null::debug.entry, $1)`,
        [JSON.stringify(all)],
      )
      return true
    } catch (error) {
      // What the database does not take would hold back all that follows.
      if (!isDatabaseAway(error)) return true
      lost += unkept
      keep([...rows, ...waiting])
      return false
    }
  }
  // One at a time: tries of many failures would wait for the same database one after the other.
  const write = async () => {
    try {
      while (waiting.length > 0 && !pool.ending) {
        if (await writeOnce()) continue
        if (closed.signal.aborted) return
        await pause(retryEvery, undefined, { signal: closed.signal, ref: false }).catch(() => undefined)
      }
    } finally {
      writing = null
    }
  }
  const note = (failure: Failure): void => {
    keep([...waiting, rowOf(failure)])
    writing ??= write()
  }
  return {
    note,
    /** Tries for the last time to write what waits. */
    close: async (): Promise<void> => {
      closed.abort()
      await writing
    },
    sweep: async (): Promise<void> => {
      await pool.query(`delete from debug.entry where at < clock_timestamp() - interval '${keptFor}'`)
    },
    noting: (logger: Logger): Logger => ({
      info: (details, message) => logger.info(details, message),
      warn: (details, message) => {
        logger.warn(details, message)
        note({ level: 'warning', message, error: 'err' in details ? details.err : undefined })
      },
    }),
  }
}

export type DebugLog = ReturnType<typeof debugLog>
