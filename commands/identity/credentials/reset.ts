import type { PersonActor, PersonType } from '../../../domain/person.ts'
import { isMailAddress } from '../../../domain/fields/address.ts'
import type { Language } from '../../../domain/texts/languages.ts'
import { comparableName } from '../../../domain/comparable.ts'
import { fieldProblem, Rejected, rejectFields } from '../../../domain/rejected.ts'
import { inTransaction } from '../../../platform/database/pool.ts'
import { credentials } from './credential.ts'
import { type Asking, resetLimits } from './reset-limits.ts'
import type { Person, Queryable, SignInDependencies } from '../sign-in/dependencies.ts'
import { evenly } from '../sign-in/evenly.ts'
import { knownSources, type Source } from '../sign-in/known.ts'
import { mailTo, resetMail } from '../sign-in/mails.ts'
import { isToken, newToken, tokenHash } from '../sign-in/tokens.ts'

/** The sentence for a token that is unknown, used, too old or of the other population (docs/specification/sign-in.md#screens). */
export const noSuchAccount = 'This account does not exist.'

/** What the addresses of employees end with. */
export const suffixOf = (type: PersonType) => (type === 'employee' ? '/employee' : '')

/** The one form of a mailed link (A1), built from PUBLIC_URL only. */
export const changeLink = (publicUrl: string, type: PersonType, token: string): string =>
  `${publicUrl}/change/${token}${suffixOf(type)}`

/** Makes a reset token; older ones of the person are void. Lives an hour or as many as said, kept as its hash. */
export const makeResetToken = async (client: Queryable, person: PersonActor, hours = 1): Promise<string> => {
  const token = newToken()
  await client.query(
    'update auth.reset_token set ended_at = clock_timestamp() where person_type = $1 and person_id = $2 and ended_at is null',
    [person.type, person.id],
  )
  await client.query(
    `insert into auth.reset_token (token_hash, person_type, person_id, expires_at)
     values ($1, $2, $3, clock_timestamp() + make_interval(hours => $4))`,
    [tokenHash(token), person.type, person.id, hours],
  )
  return token
}

/** Mails links that let a person choose a new password, and takes it. */
export const resets = (dependencies: SignInDependencies) => {
  const { pool, people, hasher, throttle, queueMail, publicUrl } = dependencies
  const { checkPassword, keepHash } = credentials(dependencies)
  const sources = knownSources(pool, dependencies.secret)
  const takeTurn = resetLimits(throttle, sources)

  const mailLink = async ({ asked, ...asking }: Asking & { asked?: Language | undefined }): Promise<void> => {
    const { type, person } = asking
    const counter = await takeTurn(asking)
    await inTransaction(pool, async (client) => {
      // The counter stays locked to the end: two at once take turns, so that only the later link is good.
      const seconds = await throttle.take('reset-mail', counter, client)
      if (person?.status !== 'active' || seconds > 0) return
      const token = await makeResetToken(client, person)
      await queueMail(client, resetMail(mailTo(person, asked), changeLink(publicUrl(), type, token)))
    })
  }

  /** Mails a link to the stored address; the answer never tells whether there is one. @throws Rejected validation, throttled */
  const requestReset = async (type: PersonType, typed: string, source: Source, asked?: Language): Promise<void> => {
    const email = comparableName(typed)
    if (!isMailAddress(email)) rejectFields([fieldProblem('email', 'format', 'Email is not valid')])
    const ask = async () => mailLink({ type, email, person: await people.byEmail(type, email), source, asked })
    await evenly(120, ask())
  }

  const ownerOf = async (type: PersonType, token: string): Promise<Person> => {
    const missing = new Rejected(noSuchAccount, 'missing')
    if (!isToken(token)) throw missing
    const { rows } = await pool.query<{ person_id: number }>(
      'select person_id from auth.reset_token where token_hash = $1 and person_type = $2 and ended_at is null and expires_at > clock_timestamp()',
      [tokenHash(token), type],
    )
    const person = rows[0] ? await people.byId(type, rows[0].person_id) : null
    if (person?.status !== 'active') throw missing
    return person
  }

  const useToken = async (token: string): Promise<boolean> => {
    const { rowCount } = await pool.query(
      'update auth.reset_token set ended_at = clock_timestamp() where token_hash = $1 and ended_at is null and expires_at > clock_timestamp()',
      [tokenHash(token)],
    )
    return rowCount === 1
  }

  /** Sets the password of the token's owner (`id`, when given) and uses it up. @throws Rejected missing, validation; Busy */
  const changeWithToken = async (
    type: PersonType,
    token: string,
    password: string,
    { id, source }: { id?: string; source?: Source } = {},
  ): Promise<bigint> => {
    const person = await ownerOf(type, token)
    if (id !== undefined && id !== '' && id !== String(person.id))
      rejectFields([fieldProblem('id', 'owner', 'This link belongs to another account')])
    await checkPassword([person.name, person.email], password)
    const hash = await hasher.make(password)
    if (!(await useToken(token))) throw new Rejected(noSuchAccount, 'missing')
    // Whoever has the mailbox gets in from here, whatever others try on the name meanwhile.
    if (source) await sources.remember(person, source, { isMarked: false, device: null })
    return keepHash({ person, method: 'reset', actor: { type, id: person.id } }, hash)
  }

  return {
    requestReset,
    /** Whose token it is; looking uses nothing up. @throws Rejected missing */
    findResetToken: async (type: PersonType, token: string): Promise<{ id: number }> => ({
      id: (await ownerOf(type, token)).id,
    }),
    changeWithToken,
  }
}
