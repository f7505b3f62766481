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

/** What counts somebody's jobs: the pool, or the connection of the transaction that inserts one. */
export type Counting = Pick<Pool, 'query'>

export type JobRoom = (
  counting: Counting,
  actor: Actor,
  now: Date,
  job?: { id: string; startsAt?: Date },
) => Promise<void>

/** Refuses a job of somebody who has many unfinished ones beside it; `factor` multiplies how many. @throws Rejected throttled */
export const jobRoom =
  (factor: number): JobRoom =>
  async (counting, actor, now, { id, startsAt = now } = { id: '' }) => {
    if (actor.type === 'system') return
    const isLater = startsAt > now
    const { rows } = await counting.query<{ count: number }>(
      `select count(*)::int as count from command.job
       where person = $1 and finished_at is null and (state = 'waiting' and starts_at > $2) = $3 and id::text <> $4`,
      [streamOf(actor.type, actor.id), now, isLater, id],
    )
    const [count, kind] = [rows[0]?.count ?? 0, isLater ? ('planned' as const) : ('underWay' as const)]
    if (count < Math.max(1, Math.round(most[kind] * factor))) return
    throw new Rejected(sentences[kind], 'throttled', { values: { count }, data: { retryAfter } })
  }
