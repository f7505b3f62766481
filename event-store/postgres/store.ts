import type pg from 'pg'
import { asError } from '../../platform/as-error.ts'
import { changeSignal } from '../../platform/signal.ts'
import { subscribeByPolling } from '../polling-subscription.ts'
import { batchedCalls } from '../../platform/batched-calls.ts'
import { gatheredCalls } from '../../platform/gathered-calls.ts'
import { listenTo } from '../../platform/database/listener.ts'
import { sqlState } from '../../platform/database/outage.ts'
import { type Appended, type Claim, type EventStore, StoreUnavailable, WrongRevision } from '../port.ts'
import { sharedPages } from '../shared-pages.ts'
import { type PreparedAppend, prepareAppend } from '../prepare.ts'
import { appendJson, asStoreError, orStoreError, type Refusal, refused } from './sql-append.ts'
import { claimHolders, holdClaims, letGoClaims } from './sql-claim.ts'
import { readEvents, readHead, readPage, readStreams, type StreamAsked } from './sql-read.ts'

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
  const listener = listenTo(pool, 'log_appended', grown, warn)
  const ask = async <T>(query: (pool: pg.Pool) => Promise<T>): Promise<T> => {
    if (closed.signal.aborted) throw new StoreUnavailable('the log is closed')
    return orStoreError(query(pool))
  }
  const append = batchedCalls<PreparedAppend, Appended>((appends) => ask((pool) => appendAll(pool, appends)), true)
  const read = gatheredCalls((asked: readonly StreamAsked[]) => ask((pool) => readStreams(pool, asked)), readTogether)
  const holder = gatheredCalls((claims: readonly Claim[]) => ask((pool) => claimHolders(pool, claims)), 1_000)
  const pageAfter = (after: bigint) => ask((pool) => readPage(pool, after))
  const readNewPage = sharedPages(pageAfter)
  return {
    async append(stream, expected, events, conditions) {
      const prepared = prepareAppend(stream, expected, events, conditions)
      const appended = await append(prepared)
      grown.raise()
      return appended
    },
    read: (stream, fromRevision = 0) => read({ stream, fromRevision }),
    readAll: (after, limit) => ask((pool) => readEvents(pool, after, limit)),
    subscribe(after, signal) {
      listener.start()
      const either = AbortSignal.any([signal, closed.signal])
      return subscribeByPolling({ readPage: pageAfter, readNewPage, grown, pollMilliseconds, warn }, after, either)
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

const appendAll = async (pool: pg.Pool, appends: PreparedAppend[]): Promise<(Appended | Error)[]> => {
  try {
    return await callAppend(pool, appends)
  } catch (error) {
    const [first] = appends
    if (asStoreError(error) !== error || !first) throw error
    // The ids are somewhere in the log already: the same answer as for any other append that comes too late.
    if (appends.length === 1 && sqlState(error) === '23505') return [new WrongRevision(first.stream, first.expected)]
    if (appends.length === 1) throw error
  }
  // One append that the server cannot take must not fail its neighbours: the call has written nothing, so each goes alone.
  const results: (Appended | Error)[] = []
  for (const append of appends) {
    results.push(...(await appendAll(pool, [append]).catch((error: unknown) => [asError(asStoreError(error))])))
  }
  return results
}

const callAppend = async (pool: pg.Pool, appends: PreparedAppend[]): Promise<(Appended | Error)[]> => {
  const result = await pool.query<{ answers: (Refusal | { position: string; revision: number })[] }>({
    name: 'log-append',
    text: 'select log.append($1::jsonb) as answers',
    values: [`[${appends.map(appendJson).join(',')}]`],
  })
  const answers = result.rows[0]?.answers ?? []
  return answers.map((answer, index) => {
    if ('refusal' in answer) return refused(appends[index]?.stream ?? '', answer)
    return { position: BigInt(answer.position), revision: answer.revision }
  })
}

const readGuard = async (pool: pg.Pool, name: string): Promise<{ revision: bigint; isClosed: boolean }> => {
  const result = await pool.query<{ revision: string; is_closed: boolean }>(
    'select revision, is_closed from log.guard where name = $1',
    [name],
  )
  const row = result.rows[0]
  return row ? { revision: BigInt(row.revision), isClosed: row.is_closed } : { revision: 0n, isClosed: false }
}
