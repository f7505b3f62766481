import type { Pool } from 'pg'
import type { PersonActor, PersonType } from '../../../domain/person.ts'
import { allPermissions } from '../../../domain/permission.ts'
import { administratorRole } from '../../../domain/resources/role.ts'
import { reviewed } from '../../../domain/review/reviewed.ts'
import { isLanguage, type Language } from '../../../domain/texts/languages.ts'
import { batchedCalls } from '../../../platform/batched-calls.ts'
import type { AccessSql } from '../sign-in/dependencies.ts'
import { languageSql } from '../sign-in/language.ts'
import { isToken, tokenHash } from '../sign-in/tokens.ts'

export type SignInMode = 'cookie' | 'bearer'

export type FoundSession = {
  signInId: string
  mode: SignInMode
  actor: PersonActor
  role: { id: number; name: string } | null
  perms: readonly string[]
  /** The language that the person keeps; null before they chose one. */
  language: Language | null
  /** Where the read models stood when the sign-in was looked up. */
  readModelVersion: string
}

type Row = {
  read_model_version: string
  token_hash: Buffer
  mode: SignInMode
  sign_in_id: string
  person_type: PersonType
  person_id: number
  status: string | null
  role_id: number | null
  role_name: string | null
  role_status: string | null
  perms: string[] | null
  is_reviewed: boolean | null
  language: string | null
  is_due: boolean
}

// Idle for two hours or a day old is over (A8).
const living = ({ joinedTo }: AccessSql) => `from auth.sign_in f ${joinedTo('f')}
  where f.ended_at is null
    and f.expires_at > clock_timestamp() and f.last_seen_at > clock_timestamp() - interval '2 hours'`

const person = 'f.sign_in_id, f.person_type, f.person_id'

const sessionText = (access: AccessSql) => `
  select ${person}, ${access.columns}, f.token_hash, f.mode, f.last_seen_at < clock_timestamp() - interval '1 minute' as is_due,
    ${access.readModelVersion} as read_model_version, ${languageSql('f')} as language
  ${living(access)} and f.token_hash = any($1)`

const readersText = (access: AccessSql) =>
  `select ${person}, ${access.columns} ${living(access)} and f.sign_in_id = any($1)`

const permissionText = ({ columns, joinedTo }: AccessSql) =>
  `select ${columns} from (values ('user', $1::int)) f(person_type, person_id) ${joinedTo('f')}`

const touch = 'update auth.sign_in set last_seen_at = clock_timestamp() where token_hash = any($1) and ended_at is null'

const permissionsOf = (
  row: Pick<Row, 'role_id' | 'role_status' | 'perms' | 'is_reviewed'>,
  everything: readonly string[],
): readonly string[] => {
  if (row.role_status !== 'active') return []
  const held = row.role_id === administratorRole ? everything : (row.perms ?? [])
  return row.is_reviewed === true ? [...held, reviewed] : held
}

const toSession = (row: Row, everything: readonly string[]): FoundSession => ({
  signInId: row.sign_in_id,
  mode: row.mode,
  actor: { type: row.person_type, id: row.person_id },
  role: row.role_id !== null && row.role_name !== null ? { id: row.role_id, name: row.role_name } : null,
  perms: permissionsOf(row, everything),
  language: isLanguage(row.language) ? row.language : null,
  readModelVersion: row.read_model_version,
})

/** What somebody may do at this moment, for work that outlives the call which began it: nothing once they are not active. */
export const permissionFinder =
  (pool: Pool, access: AccessSql, everything: readonly string[] = allPermissions) =>
  async ({ type, id }: FoundSession['actor']): Promise<readonly string[]> => {
    if (type !== 'user') return []
    const { rows } = await pool.query<Row>({ name: 'auth-permissions', text: permissionText(access), values: [id] })
    return rows[0]?.status === 'active' ? permissionsOf(rows[0], everything) : []
  }

/** Somebody whose sign-in lives, and what they may do at this moment. */
export type Reader = Pick<FoundSession, 'actor' | 'perms'>

/** Which of these sign-ins live, by their ids. Asking keeps none of them alive. */
export const readerFinder =
  (pool: Pool, access: AccessSql, everything: readonly string[] = allPermissions) =>
  async (signInIds: readonly string[]): Promise<ReadonlyMap<string, Reader>> => {
    const { rows } = await pool.query<Row>({ name: 'auth-readers', text: readersText(access), values: [signInIds] })
    const living = rows.filter(({ status }) => status === 'active')
    return new Map(
      living.map((row) => {
        const actor = { type: row.person_type, id: row.person_id }
        return [row.sign_in_id, { actor, perms: permissionsOf(row, everything) }]
      }),
    )
  }

type Asked = { token: string; mode: SignInMode; isActive: boolean; bytes: number }
type Answered = { session: FoundSession | null }

const nobody: Answered = { session: null }

/** The living sign-in behind a token of this mode (A8), or null; read by one statement for all requests of a moment. */
export const sessionFinder = (pool: Pool, access: AccessSql, everything: readonly string[] = allPermissions) => {
  const text = sessionText(access)
  const lookUp = batchedCalls<Asked, Answered>(async (asked) => {
    // The requests of a page share a token, which is hashed and answered once.
    const hashes = new Map([...new Set(asked.map(({ token }) => token))].map((token) => [token, tokenHash(token)]))
    const { rows } = await pool.query<Row>({ name: 'auth-session', text, values: [[...hashes.values()]] })
    const rowOf = new Map([...hashes].map(([token, hash]) => [token, rows.find((row) => row.token_hash.equals(hash))]))
    const active = new Set(asked.filter(({ isActive }) => isActive).map(({ token }) => token))
    const due = [...hashes].filter(([token]) => active.has(token) && rowOf.get(token)?.is_due).map(([, hash]) => hash)
    if (due.length > 0) await pool.query({ name: 'auth-touch', text: touch, values: [due] })
    const answers = new Map(
      [...rowOf].map(([token, row]) => [
        token,
        row?.status === 'active' ? { session: toSession(row, everything) } : nobody,
      ]),
    )
    return asked.map(({ token, mode }) => {
      const answer = answers.get(token)
      return answer?.session?.mode === mode ? answer : nobody
    })
  }, true)

  /** `isActive`: the request is somebody's act, from which the idle time counts anew. */
  return async (token: string, mode: SignInMode, isActive = true): Promise<FoundSession | null> => {
    if (!isToken(token)) return null
    return (await lookUp({ token, mode, isActive, bytes: 32 })).session
  }
}

/** Whose sign-in a token was, also one that is over; null for a token that nobody ever had, or not within a year. */
export const tokenHolder =
  (pool: Pool) =>
  async (token: string): Promise<PersonType | null> => {
    if (!isToken(token)) return null
    const text = 'select person_type from auth.sign_in where token_hash = $1'
    const { rows } = await pool.query<Pick<Row, 'person_type'>>(text, [tokenHash(token)])
    return rows[0]?.person_type ?? null
  }
