import type { PersonType } from '../../../domain/person.ts'
import type { ClientBase, Pool } from 'pg'

export type AttemptReason = 'password' | 'code' | 'throttled'

/** Keeps a failed attempt: whose account (0: nobody's), never the typed name or an address; a row per minute (L1b, L4). */
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
