import type pg from 'pg'
import type { Reader } from '../reader.ts'
import { countedTotals, momentSettings } from './views.ts'

/** A moment of the read models: what the log had said up to a position, and the time by which records begin and end. */
export type Moment = { position: bigint; at: string }

const settle = `select ${Object.values(momentSettings)
  .map((name, index) => `set_config('${name}', $${index + 1}, false)`)
  .join(', ')}`
const standing = new WeakMap<pg.PoolClient, { moment: string; totals: string | null }>()

/** Lets a connection stand at a moment: one round trip, and none where it stands there already. `totals` where they are asked for. */
const standAt = async (client: pg.PoolClient, { position, at }: Moment, totals: string | null): Promise<void> => {
  const moment = `${position} ${at}`
  const known = standing.get(client)
  if (known?.moment === moment && (totals === null || totals === known.totals)) return
  await client.query({ name: 'stand-at', text: settle, values: [String(position), at, totals ?? '[]'] })
  standing.set(client, { moment, totals })
}

// A replay of dead-lettered events changes what was so: it shows after so long.
const keptFor = 60_000
const mostKept = 200

type Kept = { until: number; totals: Promise<string> }

/** The totals of lists at positions, which are counted once: everybody who looks at a moment asks for several lists. */
const totalsOf = (read: (moment: Moment) => Promise<string>) => {
  const kept = new Map<bigint, Kept>()
  return (moment: Moment): Promise<string> => {
    const known = kept.get(moment.position)
    if (known && performance.now() < known.until) return known.totals
    const totals = read(moment)
    kept.delete(moment.position)
    kept.set(moment.position, { until: performance.now() + keptFor, totals })
    totals.catch(() => kept.delete(moment.position))
    for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - mostKept))) kept.delete(oldest)
    return totals
  }
}

const named = /\blist_total\b/

/** What reads tables as they were at a moment. @param pool connections whose search path begins with the schema of moments (views.ts) */
export const readersAt = (pool: pg.Pool): ((moment: Moment) => Reader) => {
  const standingAt = async <T>(moment: Moment, totals: string | null, work: (client: pg.PoolClient) => Promise<T>) => {
    const client = await pool.connect()
    try {
      await standAt(client, moment, totals)
      const result = await work(client)
      client.release()
      return result
    } catch (error) {
      // A connection of unknown state is closed, not returned.
      client.release(true)
      throw error
    }
  }
  const totalsAt = totalsOf((moment) =>
    standingAt(moment, null, async (client) => {
      const text = `select coalesce(json_agg(one), '[]')::text as totals from ${countedTotals} one`
      const { rows } = await client.query<{ totals: string }>({ name: 'count-then', text })
      return rows[0]?.totals ?? '[]'
    }),
  )
  return (moment) => ({
    async query(statement, values) {
      const isTotalled = named.test(typeof statement === 'string' ? statement : statement.text)
      const totals = isTotalled ? await totalsAt(moment) : null
      return standingAt(moment, totals, (client) => client.query(statement, values))
    },
  })
}
