import pg from 'pg'

/** A connection of its own for long work or locks. A crash of the database may lose its last moments with their checkpoint: they are replayed. */
export const connectAlone = async (pool: pg.Pool): Promise<pg.Client> => {
  const options = `${pool.options.options ?? ''} -c synchronous_commit=off -c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0`
  const {
    statement_timeout: _one,
    lock_timeout: _two,
    idle_in_transaction_session_timeout: _three,
    ...kept
  } = pool.options
  const client = new pg.Client({ ...kept, query_timeout: 0, options: options.trim() })
  // A lost connection fails the statement under way as well, which reports it.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Lends a connection of its own for some work. */
export const alone = async <T>(pool: pg.Pool, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = await connectAlone(pool)
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Lends two, one of them to read beside. */
export const withReader = <T>(pool: pg.Pool, work: (client: pg.Client, reader: pg.Client) => Promise<T>): Promise<T> =>
  alone(pool, (client) => alone(pool, (reader) => work(client, reader)))

/** Runs `work` in a transaction of a connection of its own; an error rolls back and is thrown on. @param begin what begins it */
export const transaction = async <T>(
  client: Pick<pg.Client, 'query'>,
  work: () => Promise<T>,
  begin = 'begin',
): Promise<T> => {
  await client.query(begin)
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Takes the lock of a name for the connection's life, without waiting. False when another connection has it. */
export const tryLock = async (client: pg.Client, name: string): Promise<boolean> => {
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked',
    [name],
  )
  return rows[0]?.locked === true
}

// Clearing leftovers away holds a name's lock for the moment that dropping a schema takes.
const patience = 5_000
const lockNotAvailable = '55P03'

/** Takes the lock of a name for the connection's life, and waits out whoever has it for a moment. False when it stays taken. */
export const takeLock = async (client: pg.Client, name: string): Promise<boolean> => {
  await client.query(`set lock_timeout = ${patience}`)
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name])
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === lockNotAvailable) return false
    throw error
  } finally {
    await client.query('set lock_timeout = 0')
  }
}

/** Gives the lock of a name back. */
export const unlock = async (client: pg.Client, name: string): Promise<void> => {
  await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name])
}
