import type { Pool } from 'pg'
import { staff } from '../../domain/person.ts'
import { quote } from '../sql.ts'
import { liveChannel } from './changes.ts'

/** A form that somebody has open: which tab of which sign-in, whose, and of which record. */
export type Presence = { signInId: string; tab: string; person: number; resource: string; record: number }

export type Present = { id: number; name: string }

// A tab says every 20 seconds that it is still there, one in the background at least every minute.
const longest = '90 seconds'

const enterText = `with entered as (
    insert into consumer.presence as known (sign_in_id, tab, person, resource, record) values ($1, $2, $3, $4, $5)
    on conflict (sign_in_id, tab) do update set seen_at = clock_timestamp(), resource = $4, record = $5
    returning xmax = 0 as is_new),
  told as materialized (select count(pg_notify($6, $7)) as notices from entered where is_new)
  select p.person as id, u.label as name from told, consumer.presence p
    join ${quote(staff)} u on u.id = p.person and u.status = 'active'
    join auth.sign_in s on s.sign_in_id = p.sign_in_id and s.ended_at is null
  where p.resource = $4 and p.record = $5 and p.person <> $3 and p.seen_at > clock_timestamp() - interval '${longest}'
  group by 1, 2 order by 2, 1 limit 20`

const noticeOf = (resource: string, record: number): string => `${resource} ${record}`

/** Says that a form is open, and answers which other people have one of the same record open. */
export const enter = async (
  pool: Pool,
  { signInId, tab, person, resource, record }: Presence,
): Promise<readonly Present[]> => {
  const values = [signInId, tab, person, resource, record, liveChannel, noticeOf(resource, record)]
  return (await pool.query<Present>({ name: 'presence-enter', text: enterText, values })).rows
}

const leaveText = `with left_off as (delete from consumer.presence where sign_in_id = $1 and tab = $2 returning resource, record)
  select pg_notify($3, resource || ' ' || record) from left_off`

/** Says that a form is no longer open. */
export const leave = async (pool: Pool, { signInId, tab }: Pick<Presence, 'signInId' | 'tab'>): Promise<void> => {
  await pool.query({ name: 'presence-leave', text: leaveText, values: [signInId, tab, liveChannel] })
}

/** The record whose forms a notice is about, or null when it is about something else. */
export const recordIn = (notice: string): { resource: string; id: number } | null => {
  const [resource = '', id = '', ...more] = notice.split(' ')
  return /^\d{1,10}$/.test(id) && more.length === 0 ? { resource, id: Number(id) } : null
}
