import pg from 'pg'
import { backOff, changeSignal } from '../signal.ts'

/** A connection of its own that raises a signal for every notice on a channel; it connects again by itself. */
export type Listener = { start(): void; close(): Promise<void> }

/** `pool` lends its settings only; `noticed` is raised for each notice with what it says, and for each (re)connection, which may have missed some. */
export function listenTo(
  pool: pg.Pool,
  channel: string,
  noticed: { raise(notice?: string): void },
  warn: (message: string, error: unknown) => void,
): Listener {
  const closed = new AbortController()
  const pause = changeSignal()
  let running: Promise<void> | null = null

  const run = async () => {
    for (let attempt = 1; !closed.signal.aborted; attempt += 1) {
      try {
        await listenOnce(pool, channel, closed.signal, (notice) => {
          attempt = 1
          noticed.raise(notice)
        })
      } catch (error) {
        warn(`the connection that listens on ${channel} is lost, trying again`, error)
      }
      await pause.wait(pause.ticket(), backOff(attempt), closed.signal)
    }
  }
  return {
    start() {
      running ??= run()
    },
    async close() {
      closed.abort()
      await running
    },
  }
}

async function listenOnce(
  pool: pg.Pool,
  channel: string,
  signal: AbortSignal,
  raise: (notice?: string) => void,
): Promise<void> {
  const client = new pg.Client(pool.options)
  const ended = new Promise<void>((resolve, reject) => {
    client.on('error', reject)
    client.on('end', resolve)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  // The error also comes out of connect or query; without this the second copy would be unhandled.
  ended.catch(() => {})
  client.on('notification', ({ payload }) => raise(payload))
  try {
    await client.connect()
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    raise()
    await ended
  } finally {
    await client.end().catch(() => {})
  }
}
