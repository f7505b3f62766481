import type { Pool } from 'pg'
import type { PersonActor } from '../../domain/person.ts'
import type { Migration } from '../../platform/database/migrations.ts'
import type { Queryable } from '../identity/sign-in/dependencies.ts'

export const frequencies = ['never', 'daily', 'weekly'] as const
export type Frequency = (typeof frequencies)[number]

/** How often somebody is told of new posts, and of which categories; of all where there is none. */
export type DigestChoice = { frequency: Frequency; categories: readonly number[] }

/** Somebody whose day or week has begun, and until when they were told. */
export type Due = { id: number; frequency: Frequency; categories: readonly number[]; toldUntil: Date; period: string }

export const digestMigration: Migration = {
  id: 'auth-15-digest',
  sql: `create table auth.digest (
      person_type text not null,
      person_id int not null,
      frequency text not null check (frequency in ('never', 'daily', 'weekly')),
      categories int[] not null default '{}',
      told_until timestamptz not null default clock_timestamp(),
      primary key (person_type, person_id)
    );
    create index on auth.digest (told_until) where frequency <> 'never'`,
}

export const usualChoice: DigestChoice = { frequency: 'never', categories: [] }

// By the calendar of the site: neither a restart nor a change of the clock makes two of one day, and a Monday begins a week.
const dueSql = `with local as (select (clock_timestamp() at time zone $1) as now)
  select person_id as id, frequency, categories, told_until as "toldUntil",
    to_char(local.now, case frequency when 'daily' then 'YYYY-MM-DD' else 'IYYY-"W"IW' end) as period
  from auth.digest cross join local
  where person_type = 'employee' and frequency <> 'never' and extract(hour from local.now) >= $2 and person_id <> all($3)
    and date_trunc(case frequency when 'daily' then 'day' else 'week' end, told_until at time zone $1)
      < date_trunc(case frequency when 'daily' then 'day' else 'week' end, local.now)
  order by told_until limit 1 for update of digest skip locked`

/** Who wants to be told of new posts by mail: theirs alone to choose, so it is a table and no event. */
export const digests = (pool: Pool) => ({
  of: async ({ type, id }: PersonActor): Promise<DigestChoice> => {
    const { rows } = await pool.query<DigestChoice>(
      'select frequency, categories from auth.digest where person_type = $1 and person_id = $2',
      [type, id],
    )
    return rows[0] ?? usualChoice
  },
  /** Whoever begins is told of what comes from now on. */
  keep: async ({ type, id }: PersonActor, { frequency, categories }: DigestChoice): Promise<void> => {
    await pool.query(
      `insert into auth.digest as known (person_type, person_id, frequency, categories) values ($1, $2, $3, $4)
       on conflict (person_type, person_id) do update set frequency = $3, categories = $4,
         told_until = case when known.frequency = 'never' then clock_timestamp() else known.told_until end`,
      [type, id, frequency, categories],
    )
  },
  stop: async ({ type, id }: PersonActor): Promise<void> => {
    await pool.query("update auth.digest set frequency = 'never' where person_type = $1 and person_id = $2", [type, id])
  },
})

export type Digests = ReturnType<typeof digests>

/** The next, but for some, whose period has begun by the calendar of a time zone, from an hour of its day on; held until the transaction ends. */
export const nextDue = async (
  client: Queryable,
  zone: string,
  hour: number,
  but: readonly number[],
): Promise<Due | null> => (await client.query<Due>(dueSql, [zone, hour, but])).rows[0] ?? null

/** Notes until when somebody was told; what they chose meanwhile stays. */
export const noteTold = async (client: Queryable, id: number, until: Date): Promise<void> => {
  await client.query(
    "update auth.digest set told_until = greatest(told_until, $2) where person_type = 'employee' and person_id = $1",
    [id, until],
  )
}
