import type { Pool } from 'pg'
import type { PersonType } from '../sign-in/dependencies.ts'

/** A living sign-in as its person sees it. `device` is null when it was not said. */
export type OwnSignIn = { id: string; device: string | null; createdAt: Date; lastSeenAt: Date }

const living = `select sign_in_id as id, device, created_at as "createdAt", last_seen_at as "lastSeenAt" from auth.sign_in
  where person_type = $1 and person_id = $2 and ended_at is null
    and expires_at > clock_timestamp() and last_seen_at > clock_timestamp() - interval '2 hours'
  order by last_seen_at desc, sign_in_id`

export const ownSignIns =
  (pool: Pool) =>
  async ({ type, id }: { type: PersonType; id: number }): Promise<OwnSignIn[]> =>
    (await pool.query<OwnSignIn>(living, [type, id])).rows
