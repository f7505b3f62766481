import type { Pool } from 'pg'
import { allPermissions } from '../../domain/permission.ts'
import { administratorRole } from '../../domain/role.ts'
import type { PersonType } from './dependencies.ts'
import { isToken, tokenHash } from './tokens.ts'

export type SignInMode = 'cookie' | 'bearer'

/** A living sign-in and what its person may do at this moment. */
export type FoundSession = {
  signInId: string
  mode: SignInMode
  actor: { type: PersonType; id: number }
  role: { id: number; name: string } | null
  perms: readonly string[]
}

type Row = {
  sign_in_id: string
  person_type: PersonType
  person_id: number
  status: string | null
  role_id: number | null
  role_name: string | null
  role_status: string | null
  perms: string[] | null
}

// Idle for two hours or a day old is over (spec/decisions A8). The touch is in the same statement and happens once a minute.
const statement = `
  with found as (
    select token_hash, sign_in_id, person_type, person_id, last_seen_at
    from auth.sign_in
    where token_hash = $1 and mode = $2 and ended_at is null
      and expires_at > clock_timestamp() and last_seen_at > clock_timestamp() - interval '2 hours'
  ), touched as (
    update auth.sign_in s set last_seen_at = clock_timestamp()
    from found where s.token_hash = found.token_hash and found.last_seen_at < clock_timestamp() - interval '1 minute'
  )
  select f.sign_in_id, f.person_type, f.person_id, coalesce(u.status, e.status) as status,
    r.id as role_id, r.name as role_name, r.status as role_status, r.perms
  from found f
  left join "user" u on f.person_type = 'user' and u.id = f.person_id
  left join employee e on f.person_type = 'employee' and e.id = f.person_id
  left join role r on r.id = u.role`

const permissionsOf = (row: Row, everything: readonly string[]): readonly string[] => {
  if (row.role_status !== 'active') return []
  return row.role_id === administratorRole ? everything : (row.perms ?? [])
}

/**
 * The living sign-in behind a token of this mode, in one indexed statement; null when there is none, when it ended or when
 * its person is not active. A token of the other mode is no token (spec/decisions A8). `everything` is what the built-in role holds.
 */
export const sessionFinder =
  (pool: Pool, everything: readonly string[] = allPermissions) =>
  async (token: string, mode: SignInMode): Promise<FoundSession | null> => {
    if (!isToken(token)) return null
    const { rows } = await pool.query<Row>({ name: 'auth-session', text: statement, values: [tokenHash(token), mode] })
    const [row] = rows
    if (!row || row.status !== 'active') return null
    return {
      signInId: row.sign_in_id,
      mode,
      actor: { type: row.person_type, id: row.person_id },
      role: row.role_id !== null && row.role_name !== null ? { id: row.role_id, name: row.role_name } : null,
      perms: permissionsOf(row, everything),
    }
  }
