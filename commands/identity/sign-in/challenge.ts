import type { PoolClient } from 'pg'
import type { PersonActor, PersonType } from '../../../domain/person.ts'
import { openText, sealText, type SealedText } from '../../../platform/keys.ts'
import { inTransaction } from '../../../platform/database/pool.ts'
import { noteAttempt } from './attempts.ts'
import { personKey, type SignInDependencies, type SignInMail } from './dependencies.ts'
import { knownSources, type Source } from './known.ts'
import { codeLife } from './mails.ts'
import { codeHash, isToken, newCode, newToken, readCode, tokenHash } from './tokens.ts'

export type Purpose = 'sign-in' | 'e-mail'

type CodeKind = 'mailed' | 'recovery' | 'command-line'

/** Whom a right code belongs to; `email` only for the proof of a new address. */
export type Answered = {
  kind: 'right'
  /** Which code it was: the mailed one, a recovery code, one printed on the server. */
  by: CodeKind
  type: PersonType
  id: number
  email: string | null
  credentialOf: string | null
}
/** What still helps: another try, another code, or neither. */
export type Next = 'code' | 'resend' | 'none'
type Throttled = { kind: 'throttled'; seconds: number }
export type Refused = { kind: 'wrong' | 'over'; next: Next } | Throttled

type Opening = {
  person: PersonActor
  purpose: Purpose
  source: Source
  credentialOf?: string
  newEmail?: string
}
type Typed = { typed: string; source: Source }

type Row = {
  person_type: PersonType
  person_id: number
  code_hash: Buffer
  sealed_email: SealedText | null
}
type OpenRow = Row & { tries: number; is_late: boolean; is_sendable: boolean; credential_of: string | null }
type ResendRow = { person_type: PersonType; person_id: number; resends: number; wait: number }

const most = { tries: 5, resends: 5, pauseSeconds: 30 }

const isYoung = "created_at > clock_timestamp() - interval '1 hour'"

const boundTo = (challenge: Buffer) => challenge.toString('base64url')
const recoveryBound = (type: PersonType, id: number) => `${type}-${id}`

/** How a code is kept that is good for any challenge of one person: a recovery code, or one printed on the server. */
export const personalCodeHash = (secret: Uint8Array, type: PersonType, id: number, code: string): Buffer =>
  codeHash(secret, recoveryBound(type, id), code)

/** A mailed code answers its challenge once (A2, OTP-1 to 6); tries are counted under the row's lock before comparing. */
export const challenges = ({
  pool,
  secret,
  throttle,
  queueMail,
  limitsFactor,
  addresses,
}: Pick<SignInDependencies, 'pool' | 'secret' | 'throttle' | 'queueMail' | 'limitsFactor' | 'addresses'>) => {
  const { knownOf } = knownSources(pool, secret)
  const scaled = (count: number) => Math.max(1, Math.round(count * limitsFactor))

  const sealEmail = (hash: Buffer, email: string | undefined) =>
    email === undefined ? null : JSON.stringify(sealText(secret, email, boundTo(hash)))
  const openEmail = (hash: Buffer, sealed: SealedText | null) =>
    sealed === null ? null : openText(secret, sealed, boundTo(hash))

  /** What mails and wrong codes count for: a device or network that the person signed in from, or all strangers to the account. */
  const counter = async (person: PersonActor, source: Source, client: PoolClient): Promise<string> => {
    const { key } = await knownOf(person, source, client)
    return key === null ? personKey(person) : `${personKey(person)}|${key}`
  }

  /** Opens a challenge and queues its mail, in one transaction. Answers its token, or the seconds to wait. */
  const open = ({ person, purpose, source, ...about }: Opening, mailOf: (code: string) => SignInMail) =>
    inTransaction(pool, async (client): Promise<{ token: string } | { seconds: number }> => {
      const seconds = await throttle.take('code-mail', await counter(person, source, client), client)
      if (seconds > 0) return { seconds }
      const [token, code] = [newToken(), newCode()]
      const hash = tokenHash(token)
      await client.query(
        'insert into auth.challenge (token_hash, purpose, person_type, person_id, code_hash, sealed_email, credential_of) values ($1, $2, $3, $4, $5, $6, $7)',
        [
          hash,
          purpose,
          person.type,
          person.id,
          codeHash(secret, boundTo(hash), code),
          sealEmail(hash, about.newEmail),
          about.credentialOf ?? null,
        ],
      )
      await queueMail(client, mailOf(code))
      return { token }
    })

  /** What an open challenge is for, and whom; null when there is none. */
  const find = async (
    token: string,
  ): Promise<{ purpose: Purpose; type: PersonType; id: number; email: string | null } | null> => {
    if (!isToken(token)) return null
    const hash = tokenHash(token)
    const { rows } = await pool.query<Row & { purpose: Purpose }>(
      'select purpose, person_type, person_id, sealed_email from auth.challenge where token_hash = $1 and ended_at is null',
      [hash],
    )
    const [row] = rows
    return row
      ? { purpose: row.purpose, type: row.person_type, id: row.person_id, email: openEmail(hash, row.sealed_email) }
      : null
  }

  /** Mails another code, which ends the one before; none where the tries are used up, since it could not be tried. */
  const resend = (token: string, source: Source, mailOf: (code: string) => SignInMail) =>
    inTransaction(pool, async (client): Promise<{ kind: 'sent' | 'over' } | Throttled> => {
      const hash = tokenHash(token)
      const { rows } = await client.query<ResendRow>(
        `select person_type, person_id, resends,
           ceil($2::float8 - extract(epoch from clock_timestamp() - code_sent_at))::int as wait
         from auth.challenge
         where token_hash = $1 and ended_at is null and tries < $3
           and ${isYoung} for update`,
        [hash, most.pauseSeconds / Math.max(1, limitsFactor), scaled(most.tries)],
      )
      const [row] = rows
      if (!row || row.resends >= scaled(most.resends)) return { kind: 'over' }
      if (row.wait > 0) return { kind: 'throttled', seconds: row.wait }
      const who = await counter({ type: row.person_type, id: row.person_id }, source, client)
      const seconds = await throttle.take('code-mail', who, client)
      if (seconds > 0) return { kind: 'throttled', seconds }
      const code = newCode()
      await client.query(
        'update auth.challenge set code_hash = $2, code_sent_at = clock_timestamp(), resends = resends + 1 where token_hash = $1',
        [hash, codeHash(secret, boundTo(hash), code)],
      )
      await queueMail(client, mailOf(code))
      return { kind: 'sent' }
    })

  const usePersonalCode = async (client: PoolClient, row: Row, code: string): Promise<CodeKind | null> => {
    const { rows } = await client.query<{ kind: CodeKind }>(
      `update auth.recovery_code set used_at = clock_timestamp()
       where person_type = $1 and person_id = $2 and code_hash = $3 and used_at is null and (expires_at is null or expires_at > clock_timestamp())
       returning kind`,
      [row.person_type, row.person_id, personalCodeHash(secret, row.person_type, row.person_id, code)],
    )
    return rows[0]?.kind ?? null
  }

  const kindOf = async (
    client: PoolClient,
    hash: Buffer,
    row: Row,
    purpose: Purpose,
    typed: string,
  ): Promise<CodeKind | null> => {
    const read = readCode(typed)
    if (!read) return null
    if (read.kind === 'mailed' && codeHash(secret, boundTo(hash), read.code).equals(row.code_hash)) return 'mailed'
    // A new address can only be proved by what was mailed to it.
    return purpose === 'sign-in' ? usePersonalCode(client, row, read.code) : null
  }

  const openRow = async (client: PoolClient, hash: Buffer, purpose: Purpose): Promise<OpenRow | undefined> =>
    (
      await client.query<OpenRow>(
        `select person_type, person_id, tries, code_hash, sealed_email, credential_of::text,
           code_sent_at <= clock_timestamp() - make_interval(secs => $4) as is_late,
           resends < $5 and ${isYoung} as is_sendable
         from auth.challenge where token_hash = $1 and purpose = $2 and ended_at is null and tries < $3 for update`,
        [hash, purpose, scaled(most.tries), codeLife, scaled(most.resends)],
      )
    ).rows[0]

  /** Tries a code. Right: the challenge is used up, and whose it was is answered, to one caller only. */
  const answer = (token: string, purpose: Purpose, { typed, source }: Typed): Promise<Answered | Refused> =>
    inTransaction(pool, async (client) => {
      if (!isToken(token)) return { kind: 'over', next: 'none' }
      const hash = tokenHash(token)
      const row = await openRow(client, hash, purpose)
      if (!row || row.is_late) return { kind: 'over', next: row?.is_sendable ? 'resend' : 'none' }
      const owner = { type: row.person_type, id: row.person_id }
      const who = await counter(owner, source, client)
      const seconds = await throttle.take('wrong-code', who, client)
      // A recovery code cannot be guessed, so others' wrong codes do not refuse it.
      if (seconds > 0 && readCode(typed)?.kind !== 'recovery') return { kind: 'throttled', seconds }
      const by = await kindOf(client, hash, row, purpose, typed)
      if (by) {
        await client.query('update auth.challenge set ended_at = clock_timestamp() where token_hash = $1', [hash])
        if (seconds === 0) await throttle.giveBack('wrong-code', who, client)
        await throttle.forget('code-mail', who, client)
        const email = openEmail(hash, row.sealed_email)
        return { kind: 'right', by, ...owner, email, credentialOf: row.credential_of }
      }
      await client.query('update auth.challenge set tries = tries + 1 where token_hash = $1', [hash])
      await noteAttempt(client, addresses, { ...owner, reason: 'code', address: source.address })
      if (seconds > 0) return { kind: 'throttled', seconds }
      return { kind: 'wrong', next: row.tries + 1 < scaled(most.tries) ? 'code' : 'none' }
    })

  return { open, find, resend, answer, counter, mostTries: scaled(most.tries) }
}
