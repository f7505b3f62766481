import type { ClientBase, Pool } from 'pg'
import type { PersonType } from './dependencies.ts'

/** Why an attempt failed. */
export type AttemptReason = 'password' | 'code' | 'throttled'

/**
 * Keeps a failed attempt for the trail: whose account it was (0: nobody's), never the name that was typed nor an address.
 * Attempts of one minute are one row with a count (spec/decisions L1b, L4).
 */
export const noteAttempt = async (
  client: ClientBase | Pool,
  type: PersonType,
  personId: number,
  reason: AttemptReason,
): Promise<void> => {
  await client.query(
    `insert into auth.sign_in_attempt (person_type, person_id, reason) values ($1, $2, $3)
     on conflict (person_type, person_id, reason, bucket) do update set attempts = sign_in_attempt.attempts + 1, at = clock_timestamp()`,
    [type, personId, reason],
  )
}
