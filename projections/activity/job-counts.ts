import type { Reader } from '../reader.ts'

/** A kind of entries of a job, and how many records it did the same to. */
type Counted = { job: string; resource: string | null; action_type: string; count: number }

type Newest = { job: string; newest: string; is_over: boolean }

export type JobCounts = {
  /** How many records some jobs did the same to, by kind. */
  of(pool: Reader, jobs: readonly string[]): Promise<readonly Counted[]>
}

const mostKept = 500

const newestText = `select asked.job, newest.newest, newest.at < clock_timestamp() - interval '10 minutes' as is_over
  from unnest($1::text[]) asked (job) cross join lateral (
    select a.at, a.at::text || ' ' || a.position as newest from activity a where a.job = asked.job order by a.at desc, a.position desc limit 1) newest`

const countText = `select job, resource, action_type, count(distinct record_id)::integer as count from activity
  where job = any($1) group by job, resource, action_type`

/** Counts what jobs did, and keeps what was counted of those that did nothing for some minutes: a job of 50,000 entries takes 100 ms. */
export const openJobCounts = (): JobCounts => {
  const kept = new Map<string, { newest: string; counts: readonly Counted[] }>()

  return {
    of: async (pool, jobs) => {
      if (jobs.length === 0) return []
      const keyOf = (job: string) => `${pool.moment ?? ''} ${job}`
      const { rows: newest } = await pool.query<Newest>(newestText, [jobs])
      const known = newest.flatMap(({ job, newest: entry }) => {
        const found = kept.get(keyOf(job))
        return found?.newest === entry ? [[job, found.counts] as const] : []
      })
      const counted = new Set(known.map(([job]) => job))
      const others = newest.filter(({ job }) => !counted.has(job))
      const asked = others.map(({ job }) => job)
      const rows = asked.length === 0 ? [] : (await pool.query<Counted>(countText, [asked])).rows
      for (const { job, newest: entry, is_over } of others) {
        if (is_over) kept.set(keyOf(job), { newest: entry, counts: rows.filter((row) => row.job === job) })
        const [oldest] = kept.keys()
        if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
      }
      return [...known.flatMap(([, counts]) => counts), ...rows]
    },
  }
}
