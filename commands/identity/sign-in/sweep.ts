import type { Pool } from 'pg'
import type { AccessSql } from './dependencies.ts'

// Kept as long as PR-3 says: codes and tokens a day, sign-ins a year; devices and networks half a year.
const statementsWith = ({ inactive }: AccessSql): readonly string[] => [
  `update auth.sign_in set ended_at = clock_timestamp(), end_reason = 'expired'
   where ended_at is null and (expires_at <= clock_timestamp() or last_seen_at <= clock_timestamp() - interval '2 hours')`,
  `update auth.sign_in s set ended_at = clock_timestamp(), end_reason = case p.status when 'deleted' then 'deleted' else 'deactivated' end
   from (${inactive}) p
   where s.ended_at is null and s.person_type = p.type and s.person_id = p.id`,
  `delete from auth.challenge where created_at < clock_timestamp() - interval '24 hours'`,
  `delete from auth.reset_token where expires_at < clock_timestamp() - interval '24 hours'`,
  `delete from auth.recovery_code where expires_at < clock_timestamp() - interval '24 hours'`,
  `delete from auth.throttle where forget_at < clock_timestamp() - interval '24 hours'`,
  `delete from auth.sign_in where ended_at < clock_timestamp() - interval '1 year' and is_recorded`,
  `delete from auth.known_device where used_at < clock_timestamp() - interval '180 days'`,
  `delete from auth.known_network where used_at < clock_timestamp() - interval '180 days'`,
]

/** Ends what is too old or whose person left, and forgets what nobody needs any more. For a job that runs every minute. */
export const sweepTables = async (pool: Pool, access: AccessSql): Promise<void> => {
  for (const statement of statementsWith(access)) await pool.query(statement)
}
