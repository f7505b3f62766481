import pg from 'pg'
import type { Logger } from '../logger.ts'

// Limits of OV-2: the client gives up after the server had its chance to.
const limits = {
  max: 10,
  connectionTimeoutMillis: 3000,
  query_timeout: 8000,
  statement_timeout: 5000,
  lock_timeout: 3000,
  idle_in_transaction_session_timeout: 15_000,
}

/**
 * A pool of at most 10 connections that survives the loss of its server; int8 comes as strings. The caller ends it.
 * @param url the address, or how to ask for it when a connection is opened: its password may be another by then
 * @param name how PostgreSQL lists them
 */
export const openPool = (url: string | (() => string), log: Logger, name = 'atrium'): pg.Pool => {
  const current = typeof url === 'string' ? () => url : url
  return asking(
    current,
    tended({ connectionString: current(), application_name: name, keepAlive: true, ...limits }, log),
  )
}

/** A pool of a few connections beside another one, which find their tables by a search path of their own. The caller ends it. */
export const poolBeside = ({ options }: pg.Pool, log: Logger, searchPath: readonly string[]): pg.Pool => {
  const beside = tended({ ...options, max: 4, options: `-c search_path=${searchPath.join(',')}` }, log)
  return asking(() => options.connectionString ?? '', beside)
}

// Each connection, of the pool and beside it, is opened by what stands in its options then.
const asking = (current: () => string, pool: pg.Pool): pg.Pool => {
  Object.defineProperty(pool.options, 'connectionString', { get: current, enumerable: true })
  return pool
}

const tended = (options: pg.PoolConfig, log: Logger): pg.Pool => {
  const pool = new pg.Pool(options)
  // The error itself carries the client and so the password. An embedded server may stop before the last connection has left.
  pool.on('error', (error) => {
    if (!pool.ending) log.warn({ reason: error.message }, 'an idle database connection is lost')
  })
  // A connection that dies while it is checked out reports here; without a listener the process would end.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Runs `work` in a transaction; an error rolls back and is thrown on. A connection of unknown state is closed, not returned. */
export const inTransaction = async <T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    client.release(!(await rolledBack(client, error)))
    throw error
  }
}

const rolledBack = async (client: pg.PoolClient, error: unknown): Promise<boolean> => {
  if (error instanceof Error && error.message === 'Query read timeout') return false
  try {
    await client.query('rollback')
    return true
  } catch {
    return false
  }
}
