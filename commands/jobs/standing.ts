import type { Pool } from 'pg'

/** Jobs in numbers: `failed` are those that ended in the last day with items that could not be done; `planned` wait for their moment. */
export type JobsStanding = { waiting: number; running: number; planned: number; overdueSeconds: number; failed: number }

/** How jobs of all processes stand. */
export const jobsStanding = async (pool: Pick<Pool, 'query'>): Promise<JobsStanding> => {
  const { rows } = await pool.query<JobsStanding>(
    `select count(*) filter (where state = 'waiting' and starts_at <= clock_timestamp())::int as waiting,
        count(*) filter (where state = 'running')::int as running,
        count(*) filter (where state = 'waiting' and starts_at > clock_timestamp())::int as planned,
        coalesce(extract(epoch from clock_timestamp() - min(starts_at) filter (where state = 'waiting' and starts_at <= clock_timestamp())), 0)::float8
          as "overdueSeconds",
        (select count(*)::int from command.job where failed > 0 and not is_dry_run and finished_at > clock_timestamp() - interval '1 day') as failed
      from command.job where finished_at is null`,
  )
  return rows[0] ?? { waiting: 0, running: 0, planned: 0, overdueSeconds: 0, failed: 0 }
}
