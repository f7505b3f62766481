import pg from 'pg'
import { backOff, changeSignal } from '../signal.ts'

/** Hears the notices on one channel, from `start` until `close`. */
export type Listener = { start(): void; close(): Promise<void> }

type Listening = {
  channel: string
  noticed: { raise(notice?: string): void }
  warn(message: string, error: unknown): void
}

type Shared = { add(one: Listening): void; remove(one: Listening): Promise<void> }

const shared = new WeakMap<pg.Pool, Shared>()

/**
 * Raises a signal for every notice on a channel. All listeners over one pool, which lends its settings, share one connection of their
 * own, which comes again by itself; `noticed` is raised for each notice with what it says, and for each (re)connection, which may have
 * missed some.
 */
export const listenTo = (
  pool: pg.Pool,
  channel: string,
  noticed: Listening['noticed'],
  warn: Listening['warn'],
): Listener => {
  const one = { channel, noticed, warn }
  const connection = shared.get(pool) ?? sharedConnection(pool.options)
  shared.set(pool, connection)
  return { start: () => connection.add(one), close: () => connection.remove(one) }
}

/** One connection for whoever listens, open as long as somebody does. */
const sharedConnection = (settings: pg.ClientConfig): Shared => {
  const listening = new Set<Listening>()
  const pause = changeSignal()
  let connected: pg.Client | null = null
  let open: { closed: AbortController; running: Promise<void> } | null = null

  const raise = (channel: string, notice?: string) => {
    for (const one of listening) if (one.channel === channel) one.noticed.raise(notice)
  }
  const listen = async (client: pg.Client, channels: Iterable<string>) => {
    for (const channel of new Set(channels)) {
      await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      raise(channel)
    }
  }
  const channels = () => [...listening].map(({ channel }) => channel)

  const connectOnce = async (signal: AbortSignal, isHeard: () => void) => {
    const client = new pg.Client(settings)
    const ended = endOf(client, signal)
    client.on('notification', ({ channel, payload }) => {
      isHeard()
      raise(channel, payload)
    })
    try {
      await client.connect()
      connected = client
      await listen(client, channels())
      await ended
    } finally {
      if (connected === client) connected = null
      await client.end().catch(() => {})
    }
  }

  const run = async (signal: AbortSignal) => {
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      try {
        await connectOnce(signal, () => {
          attempt = 1
        })
      } catch (error) {
        const [first] = listening
        first?.warn('the connection that listens is lost, trying again', error)
      }
      await pause.wait(pause.ticket(), backOff(attempt), signal)
    }
  }

  return {
    add(one) {
      if (listening.has(one)) return
      listening.add(one)
      const client = connected
      // Where this fails the connection is of no use: another one listens on all channels.
      if (client)
        listen(client, [one.channel])
          .catch(() => client.end())
          .catch(() => {})
      const closed = new AbortController()
      open ??= { closed, running: run(closed.signal) }
    },
    async remove(one) {
      if (!listening.delete(one) || listening.size > 0) return
      const left = open
      open = null
      left?.closed.abort()
      await left?.running
    },
  }
}

/** Resolves when a connection ends or is no longer wanted. @throws the error that ended it */
const endOf = (client: pg.Client, signal: AbortSignal): Promise<void> => {
  const ended = new Promise<void>((resolve, reject) => {
    client.on('error', reject)
    client.on('end', resolve)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  // The error also comes out of connect or query; without this the second copy would be unhandled.
  ended.catch(() => {})
  return ended
}
