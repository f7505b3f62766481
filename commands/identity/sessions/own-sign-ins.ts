import type { Pool } from 'pg'
import type { PersonActor } from '../../../domain/person.ts'

/** A living sign-in as its person sees it. `device` is null when it was not said. */
export type OwnSignIn = { id: string; device: string | null; createdAt: Date; lastSeenAt: Date }

const living = `select sign_in_id as id, device, created_at as "createdAt", last_seen_at as "lastSeenAt" from auth.sign_in
  where person_type = $1 and person_id = $2 and ended_at is null
    and expires_at > clock_timestamp() and last_seen_at > clock_timestamp() - interval '2 hours'
  order by last_seen_at desc, sign_in_id`

export const ownSignIns =
  (pool: Pool) =>
  async ({ type, id }: PersonActor): Promise<OwnSignIn[]> =>
    (await pool.query<OwnSignIn>(living, [type, id])).rows

/** How a person gets in: since when and where they are signed in, when they last did, whether they have a password. */
export type SignInState = { lastSignIn: Date | null; hasPassword: boolean; signIns: OwnSignIn[] }

export const signInStateOf =
  (pool: Pool) =>
  async (person: PersonActor): Promise<SignInState> => {
    const { rows } = await pool.query<{ signed_in_at: Date | null }>(
      'select signed_in_at from auth.credential where person_type = $1 and person_id = $2',
      [person.type, person.id],
    )
    return {
      lastSignIn: rows[0]?.signed_in_at ?? null,
      hasPassword: rows.length > 0,
      signIns: await ownSignIns(pool)(person),
    }
  }
