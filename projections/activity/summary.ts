import { signInFailed } from '../fold/fold-activity.ts'
import type { Reader } from '../reader.ts'

/** What happened in the days up to today, counted in a time zone; `day` is 2026-11-22. */
export type ActivitySummary = {
  from: string
  to: string
  days: { day: string; signedIn: number; failed: number }[]
  resources: { resource: string; count: number }[]
}

type Span = Pick<ActivitySummary, 'from' | 'to'>

const spanSql = `select (today - $2::integer + 1)::text as "from", today::text as "to" from (select (read_clock() at time zone $1)::date as today) span`

// Both ends as values, so that the planner knows how much lies between them.
const within = 'at >= ($2::date::timestamp at time zone $1) and at < (($3::date + 1)::timestamp at time zone $1)'

// Those that failed are of the same type.
const daysSql = `
  with counted as (
    select (at at time zone $1)::date as day, count(*) filter (where event_type <> '${signInFailed}')::integer as done,
      count(*) filter (where event_type = '${signInFailed}')::integer as failed
    from activity where action_type = 'Login' and ${within} group by 1)
  select each::date::text as day, coalesce(done, 0) as "signedIn", coalesce(failed, 0) as failed
  from generate_series($2::date, $3::date, interval '1 day') each left join counted on day = each::date order by each`

const resourcesSql = `select resource, count(*)::integer as count from activity
  where ${within} and action_type not in ('Login', 'Logout') and resource is not null
  group by resource order by count desc, resource`

/** Sign-ins of each day, with those that failed, and how often each resource was changed. Each number is that of a filtered trail. */
export const summariseActivity = async (pool: Reader, zone: string, days: number): Promise<ActivitySummary> => {
  const { rows: spans } = await pool.query<Span>(spanSql, [zone, days])
  const { from, to } = spans[0] ?? { from: '', to: '' }
  const { rows } = await pool.query<ActivitySummary['days'][number]>(daysSql, [zone, from, to])
  const { rows: resources } = await pool.query<ActivitySummary['resources'][number]>(resourcesSql, [zone, from, to])
  return { from, to, days: rows, resources }
}
