import type { Pool } from 'pg'
import { searchableText } from '../domain/comparable.ts'
import type { Migration } from './database/migrations.ts'
import type { Logger } from './logger.ts'

/** Operational, not events: what failed is no fact of the domain (spec/decisions L3). Never rebuilt. */
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

/** The debug log: never slows or fails whoever reports; while the database is away, the latest of what failed is kept back. */
export const debugLog = (pool: Pool) => {
  let waiting: ReturnType<typeof rowOf>[] = []
  let writing: Promise<void> = Promise.resolve()
  const columns = 'level, route, request_id, actor_type, actor_id, message, keyword'
  const write = async () => {
    const rows = waiting
    waiting = []
    if (rows.length === 0 || pool.ending) return
    try {
      await pool.query(
        `insert into debug.entry (${columns}) select ${columns} from json_populate_recordset(null::debug.entry, $1)`,
        [JSON.stringify(rows)],
      )
    } catch {
      waiting = [...rows, ...waiting].slice(-mostWaiting)
    }
  }
  const note = (failure: Failure): void => {
    waiting = [...waiting, rowOf(failure)].slice(-mostWaiting)
    writing = writing.then(write)
  }
  return {
    note,
    settled: async (): Promise<void> => writing,
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
