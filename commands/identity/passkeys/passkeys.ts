import { randomBytes } from 'node:crypto'
import type { PersonActor } from '../../../domain/person.ts'
import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { ClientBase } from 'pg'
import { fieldProblem, Rejected, rejectFields } from '../../../domain/rejected.ts'
import { inTransaction } from '../../../platform/database/pool.ts'
import { appendFact } from '../credentials/fact.ts'
import { passkeySeal } from '../credentials/seal.ts'
import type { Person, SignInDependencies } from '../sign-in/dependencies.ts'
import type { SignInFlow } from '../sign-in/flow.ts'
import type { OwnPassword } from '../sign-in/known.ts'
import { mailTo, passkeyAddedMail, passkeyRemovedMail } from '../sign-in/mails.ts'
import { relyingParty } from './relying-party.ts'
import { webAuthn } from './webauthn.ts'

/** A passkey as its person sees it. */
export type OwnPasskey = { id: string; name: string; createdAt: Date; usedAt: Date | null }

const most = 10
const longestName = 80

const notTaken = () => new Rejected('This passkey could not be taken. Please try again.', 'validation')
const notHere = () =>
  new Rejected('Passkeys need an address with a name and https. Please tell whoever runs this site.')

const readName = (typed: string): string => {
  const name = typed.normalize('NFC').trim()
  if (name === '') return rejectFields([fieldProblem('name', 'required', '{label} is required', { label: 'Name' })])
  if ([...name].length > longestName || /\p{C}/u.test(name))
    return rejectFields([
      fieldProblem('name', 'long', 'A name has at most {max} letters or signs', { max: longestName }),
    ])
  return name
}

/** The passkeys of signed-in people: each may stand in for the mailed code (A2). */
export const ownPasskeys = (
  dependencies: Pick<
    SignInDependencies,
    'pool' | 'log' | 'now' | 'queueMail' | 'publicUrl' | 'companyNames' | 'secret'
  >,
  { checkOwnPassword }: Pick<SignInFlow, 'checkOwnPassword'>,
) => {
  const { pool, queueMail, publicUrl, companyNames, secret } = dependencies

  const list = async ({ type, id }: PersonActor): Promise<OwnPasskey[]> =>
    (
      await pool.query<OwnPasskey>(
        `select id, name, created_at as "createdAt", used_at as "usedAt" from auth.passkey
         where person_type = $1 and person_id = $2 order by created_at`,
        [type, id],
      )
    ).rows

  const party = () => relyingParty(publicUrl()) ?? raise(notHere())

  /** What the browser makes a passkey by; good once, for this sign-in, for five minutes. @throws Rejected validation, throttled; Busy */
  const startPasskey = async (
    person: Person,
    asked: OwnPassword & { signInId: string },
  ): Promise<PublicKeyCredentialCreationOptionsJSON> => {
    const { id: rpID } = party()
    await checkOwnPassword(person, asked)
    const { rows } = await pool.query<{ id: string }>(
      'select credential_id as id from auth.passkey where person_type = $1 and person_id = $2',
      [person.type, person.id],
    )
    if (rows.length >= most)
      throw new Rejected('More than {most} passkeys cannot be kept.', 'rule', { values: { most } })
    const { generateRegistrationOptions } = await webAuthn()
    const options = await generateRegistrationOptions({
      rpName: (await companyNames())[0] ?? 'Atrium',
      rpID,
      userName: person.name,
      userID: new TextEncoder().encode(`${person.type}-${person.id}`),
      challenge: new Uint8Array(randomBytes(32)),
      excludeCredentials: rows,
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
    })
    await pool.query(
      'update auth.sign_in set passkey_challenge = $2, passkey_asked_at = clock_timestamp() where sign_in_id = $1',
      [asked.signInId, options.challenge],
    )
    return options
  }

  const takeChallenge = async (client: ClientBase, signInId: string): Promise<string> => {
    const { rows } = await client.query<{ challenge: string | null }>(
      `update auth.sign_in s set passkey_challenge = null from (select sign_in_id, passkey_challenge from auth.sign_in where sign_in_id = $1 for update) old
       where s.sign_in_id = old.sign_in_id and s.passkey_asked_at > clock_timestamp() - interval '5 minutes'
       returning old.passkey_challenge as challenge`,
      [signInId],
    )
    return rows[0]?.challenge ?? raise(notTaken())
  }

  /** Keeps a passkey that the browser has made; tells its person. @throws Rejected validation, rule */
  const finishPasskey = async (
    person: Person,
    made: { name: string; response: RegistrationResponseJSON; signInId: string },
  ): Promise<bigint> => {
    const name = readName(made.name)
    const { id: expectedRPID, origin: expectedOrigin } = party()
    const expectedChallenge = await inTransaction(pool, (client) => takeChallenge(client, made.signInId))
    const expected = { expectedChallenge, expectedOrigin, expectedRPID, requireUserVerification: false }
    const { verifyRegistrationResponse } = await webAuthn()
    const { registrationInfo } = await verifyRegistrationResponse({ response: made.response, ...expected }).catch(() =>
      raise(notTaken()),
    )
    if (!registrationInfo) throw notTaken()
    const { credential, aaguid, credentialBackedUp } = registrationInfo
    await inTransaction(pool, async (client) => {
      const { rowCount } = await client.query(
        `insert into auth.passkey (person_type, person_id, credential_id, public_key, counter, transports, aaguid, is_backed_up, name, seal)
         select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10
         where (select count(*) from auth.passkey where person_type = $1 and person_id = $2) < ${most}
         on conflict (credential_id) do nothing`,
        [
          person.type,
          person.id,
          credential.id,
          Buffer.from(credential.publicKey),
          credential.counter,
          credential.transports ?? [],
          aaguid,
          credentialBackedUp,
          name,
          passkeySeal(secret, person, credential.id, credential.publicKey),
        ],
      )
      if (rowCount !== 1) throw notTaken()
      await queueMail(client, passkeyAddedMail(mailTo(person)))
    })
    return appendFact(dependencies, person, 'PasskeyAdded', { type: person.type, id: person.id }, { isSealed: true })
  }

  const renamePasskey = async ({ type, id }: Person, passkey: string, typed: string): Promise<void> => {
    const { rowCount } = await pool.query(
      'update auth.passkey set name = $4 where id = $3 and person_type = $1 and person_id = $2',
      [type, id, passkey, readName(typed)],
    )
    if (rowCount !== 1) throw gone()
  }

  const removePasskey = async (person: Person, passkey: string): Promise<bigint> => {
    await inTransaction(pool, async (client) => {
      const { rowCount } = await client.query(
        'delete from auth.passkey where id = $3 and person_type = $1 and person_id = $2',
        [person.type, person.id, passkey],
      )
      if (rowCount !== 1) throw gone()
      await queueMail(client, passkeyRemovedMail(mailTo(person)))
    })
    return appendFact(dependencies, person, 'PasskeyRemoved', { type: person.type, id: person.id })
  }

  return {
    passkeys: list,
    /** False where the address of this site can have none. */
    hasPasskeys: (): boolean => relyingParty(publicUrl()) !== null,
    startPasskey,
    finishPasskey,
    renamePasskey,
    removePasskey,
  }
}

const gone = () => new Rejected('This passkey is not there any more.', 'missing')

const raise = (error: Error): never => {
  throw error
}
