import type pg from 'pg'
import type { Reader } from '../reader.ts'
import { momentSettings } from './position.ts'

/** A moment of the read models: what the log had said up to a position, and the time by which records begin and end. */
export type Moment = { position: bigint; at: string }

type PlanMode = 'force_generic_plan' | 'auto'

const names = [...Object.values(momentSettings), 'plan_cache_mode']
const settle = `select ${names.map((name, index) => `set_config('${name}', $${index + 1}, false)`).join(', ')}`
const standing = new WeakMap<pg.PoolClient, string>()

/** Lets a connection stand at a moment: one round trip, and none where it stands there already. */
const standAt = async (client: pg.PoolClient, { position, at }: Moment, mode: PlanMode): Promise<void> => {
  const moment = `${position} ${at} ${mode}`
  if (standing.get(client) === moment) return
  await client.query({ name: 'stand-at', text: settle, values: [String(position), at, mode] })
  standing.set(client, moment)
}

// What is prepared is planned once, for any values: to plan it on views anew takes longer than to run it. All else is planned for its own.
const modeOf = (statement: string | pg.QueryConfig<unknown[]>): PlanMode =>
  typeof statement === 'object' && statement.name !== undefined ? 'force_generic_plan' : 'auto'

/** What reads tables as they were at a moment. @param pool connections whose search path begins with the schema of moments (views.ts) */
export const readersAt = (pool: pg.Pool): ((moment: Moment) => Reader) => {
  return (moment) => ({
    isThen: true,
    moment: String(moment.position),
    async query(statement, values) {
      const client = await pool.connect()
      try {
        await standAt(client, moment, modeOf(statement))
        const result = await client.query(statement, values)
        client.release()
        return result
      } catch (error) {
        // A connection of unknown state is closed, not returned.
        client.release(true)
        throw error
      }
    },
  })
}
