import { setMaxListeners } from 'node:events'
import type pg from 'pg'
import { changeSignal, eitherOf } from '../../platform/signal.ts'
import { subscribeByPolling } from '../polling-subscription.ts'
import { batchedCalls } from '../../platform/batched-calls.ts'
import { gatheredCalls } from '../../platform/gathered-calls.ts'
import { listenTo } from '../../platform/database/listener.ts'
import { type Appended, type Claim, type EventStore, StoreUnavailable } from '../port.ts'
import { sharedPages, type Written } from '../shared-pages.ts'
import { type PreparedAppend, prepareAppend } from '../prepare.ts'
import { appendAll } from './call-append.ts'
import { ownNotices } from './own-notices.ts'
import { orStoreError } from './sql-append.ts'
import { claimHolders, holdClaims, letGoClaims } from './sql-claim.ts'
import { checkedRow, linkedRow } from './checked-row.ts'
import { readRows } from './read-rows.ts'
import { readEvents, readHead, readLatestOf, readPage, readStreams, type StreamAsked } from './sql-read.ts'

export type StoreLog = { warn(details: object, message: string): void }

// Streams that are read in one statement: what they hold has to fit into memory.
const readTogether = 64

// Every append is announced; this finds what a connection that died unnoticed has kept to itself.
const pollMilliseconds = 10_000

/** The log as a table in PostgreSQL. Appends of one process share calls (batched-calls.ts); between processes the function's lock orders. */
export const postgresEventStore = async (parts: { pool: pg.Pool; log?: StoreLog }): Promise<EventStore> => {
  const { pool } = parts
  const warn = (message: string, error: unknown) => parts.log?.warn({ err: error }, message)
  const grown = changeSignal()
  const closed = new AbortController()
  setMaxListeners(0, closed.signal)
  const notices = ownNotices(grown.raise)
  const listener = listenTo(pool, 'log_appended', { raise: notices.heard }, warn)
  const ask = async <T>(query: (pool: pg.Pool) => Promise<T>): Promise<T> => {
    if (closed.signal.aborted) throw new StoreUnavailable('the log is closed')
    return orStoreError(query(pool))
  }
  const read = gatheredCalls((asked: readonly StreamAsked[]) => ask((pool) => readStreams(pool, asked)), readTogether)
  // Snapshots of a process are of one shape.
  const readLatest = gatheredCalls(async (asked: readonly { stream: string; shape: string }[]) => {
    const streams = [...new Set(asked.map(({ stream }) => stream))]
    const found = await ask((pool) => readLatestOf(pool, streams, asked[0]?.shape ?? ''))
    const latest = new Map(streams.map((stream, index) => [stream, found[index]]))
    return asked.map(({ stream }) => latest.get(stream) ?? { snapshot: null, events: [] })
  }, readTogether)
  const holder = gatheredCalls((claims: readonly Claim[]) => ask((pool) => claimHolders(pool, claims)), 1_000)
  const pageAfter = (after: bigint) => ask((pool) => readPage(pool, after))
  const pages = sharedPages(pageAfter)
  const tell = (written: Written, head: bigint) => {
    notices.wrote(head)
    grown.raise()
    pages.keep(written, grown.ticket())
  }
  const append = batchedCalls<PreparedAppend, Appended>(
    (appends) => ask((pool) => notices.during(() => appendAll(pool, appends, tell))),
    true,
  )
  return {
    async append(stream, expected, events, conditions) {
      return append(prepareAppend(stream, expected, events, conditions))
    },
    read: (stream, fromRevision = 0) => read({ stream, fromRevision }),
    readLatest: (stream, shape) => readLatest({ stream, shape }),
    readAll: (after, limit) => ask((pool) => readEvents(pool, after, limit)),
    readChecked: (after, limit) => ask((pool) => readRows(pool, after, limit, checkedRow)),
    readLinked: (after, limit) => ask((pool) => readRows(pool, after, limit, linkedRow)),
    subscribe(after, signal, rest = 0) {
      listener.start()
      const either = eitherOf(signal, closed.signal)
      return subscribeByPolling(
        { readPage: pageAfter, readNewPage: pages.read, grown, pollMilliseconds, rest, warn },
        after,
        either,
      )
    },
    head: () => ask(readHead),
    holder: async (claim) => (await holder(claim)).stream,
    hold: (holds) => ask((pool) => holdClaims(pool, holds)),
    letGo: (streams) => ask((pool) => letGoClaims(pool, streams)),
    readGuard: (name) => ask((pool) => readGuard(pool, name)),
    async close() {
      closed.abort()
      await listener.close()
    },
  }
}

const readGuard = async (pool: pg.Pool, name: string): Promise<{ revision: bigint; isClosed: boolean }> => {
  const result = await pool.query<{ revision: string; is_closed: boolean }>(
    'select revision, is_closed from log.guard where name = $1',
    [name],
  )
  const row = result.rows[0]
  return row ? { revision: BigInt(row.revision), isClosed: row.is_closed } : { revision: 0n, isClosed: false }
}
