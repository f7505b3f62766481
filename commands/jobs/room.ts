import type { Pool } from 'pg'
import { type Actor, streamOf } from '../../domain/event.ts'
import { Rejected } from '../../domain/rejected.ts'

// Of one person: jobs whose time has come, and those that wait for theirs.
const most = { underWay: 20, planned: 200 }
// In seconds.
const retryAfter = 5

const sentences = {
  underWay: 'You have {count} jobs under way. Please wait until some of them are finished.',
  planned: 'You have {count} jobs planned. Please cancel some of them, or wait until they are done.',
}

/** Refuses a job of somebody who has many unfinished ones; `factor` multiplies how many. Of those begun at one moment a few pass. */
export const jobRoom = (pool: Pool, factor: number) => {
  /** @throws Rejected throttled */
  return async (actor: Actor, now: Date, startsAt = now): Promise<void> => {
    if (actor.type === 'system') return
    const isLater = startsAt > now
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from command.job
       where person = $1 and finished_at is null and (state = 'waiting' and starts_at > $2) = $3`,
      [streamOf(actor.type, actor.id), now, isLater],
    )
    const [count, kind] = [rows[0]?.count ?? 0, isLater ? ('planned' as const) : ('underWay' as const)]
    if (count < Math.max(1, Math.round(most[kind] * factor))) return
    throw new Rejected(sentences[kind], 'throttled', { values: { count }, data: { retryAfter } })
  }
}
