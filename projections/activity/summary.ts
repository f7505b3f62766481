import { signInFailed } from '../fold/fold-activity.ts'
import type { Reader } from '../reader.ts'

/** What happened in the days up to today, counted in a time zone; `day` is 2026-11-22. */
export type ActivitySummary = {
  from: string
  to: string
  days: { day: string; signedIn: number; failed: number }[]
  resources: { resource: string; count: number }[]
}

const daysSql = `
  with span as (select (read_clock() at time zone $1)::date as today),
  day as (select generate_series(today - $2::integer + 1, today, interval '1 day')::date as day from span),
  bound as (select day, (day::timestamp at time zone $1) as begins, ((day + 1)::timestamp at time zone $1) as ends from day)
  select day::text as day,
    (select count(*)::integer from activity a where a.action_type = 'Login' and a.event_type <> '${signInFailed}' and a.at >= begins and a.at < ends) as "signedIn",
    (select count(*)::integer from activity a where a.event_type = '${signInFailed}' and a.at >= begins and a.at < ends) as failed
  from bound order by day`

const resourcesSql = `select resource, count(*)::integer as count from activity
  where at >= ($2::date::timestamp at time zone $1) and at < (($3::date + 1)::timestamp at time zone $1)
    and action_type not in ('Login', 'Logout') and resource is not null
  group by resource order by count desc, resource`

/** Sign-ins of each day, with those that failed, and how often each resource was changed. Each number is that of a filtered trail. */
export const summariseActivity = async (pool: Reader, zone: string, days: number): Promise<ActivitySummary> => {
  const { rows } = await pool.query<ActivitySummary['days'][number]>(daysSql, [zone, days])
  const [from, to] = [rows[0]?.day ?? '', rows.at(-1)?.day ?? '']
  const { rows: resources } = await pool.query<ActivitySummary['resources'][number]>(resourcesSql, [zone, from, to])
  return { from, to, days: rows, resources }
}
