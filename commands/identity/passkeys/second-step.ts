import type { PersonType } from '../../../domain/person.ts'
import { randomBytes } from 'node:crypto'
import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { PoolClient } from 'pg'
import { Rejected } from '../../../domain/rejected.ts'
import { inTransaction } from '../../../platform/database/pool.ts'
import { noteAttempt } from '../sign-in/attempts.ts'
import type { challenges } from '../sign-in/challenge.ts'
import { codeOver } from '../sign-in/code-refusal.ts'
import type { SignInDependencies } from '../sign-in/dependencies.ts'
import type { Source } from '../sign-in/known.ts'
import { tooMany } from '../sign-in/throttle.ts'
import { isToken, tokenHash } from '../sign-in/tokens.ts'
import { relyingParty } from './relying-party.ts'
import { webAuthn } from './webauthn.ts'

type Passkey = { id: string; credential_id: string; public_key: Buffer; counter: string; transports: string[] }

type Challenge = {
  person_type: PersonType
  person_id: number
  passkey_challenge: string | null
  is_late: boolean
  credential_of: string | null
}

/** Whose passkey answered, and the credential that the first step was right for. */
export type Proven = { type: PersonType; id: number; credentialOf: string | null }

const none = () => new Rejected('There is no passkey for this sign-in. Use the mailed code.', 'validation')
const wrong = () =>
  new Rejected('This passkey was not accepted. Try again, or use the mailed code.', 'validation', {
    data: { next: 'code' },
  })

/** A passkey in place of the mailed code: asked for by the challenge of the first step, answered once. */
export const passkeyStep = (
  { pool, throttle, publicUrl, addresses }: Pick<SignInDependencies, 'pool' | 'throttle' | 'publicUrl' | 'addresses'>,
  { mostTries, counter }: Pick<ReturnType<typeof challenges>, 'mostTries' | 'counter'>,
) => {
  const passkeysOf = async (client: Pick<PoolClient, 'query'>, type: PersonType, id: number): Promise<Passkey[]> =>
    (
      await client.query<Passkey>(
        'select id, credential_id, public_key, counter, transports from auth.passkey where person_type = $1 and person_id = $2',
        [type, id],
      )
    ).rows

  const openChallenge = async (client: PoolClient, token: string): Promise<Challenge> => {
    if (!isToken(token)) throw codeOver('sign-in')
    const { rows } = await client.query<Challenge>(
      `select person_type, person_id, passkey_challenge, credential_of::text,
         passkey_asked_at is null or passkey_asked_at < clock_timestamp() - interval '5 minutes' as is_late
       from auth.challenge
       where token_hash = $1 and purpose = 'sign-in' and ended_at is null and tries < $2
         and created_at > clock_timestamp() - interval '1 hour' for update`,
      [tokenHash(token), mostTries],
    )
    const [row] = rows
    if (!row) throw codeOver('sign-in')
    return row
  }

  /** What the browser asks a passkey by; an earlier question of the same sign-in is void. @throws Rejected validation */
  const askForPasskey = (token: string): Promise<PublicKeyCredentialRequestOptionsJSON> =>
    inTransaction(pool, async (client) => {
      const party = relyingParty(publicUrl())
      const { person_type: type, person_id: id } = await openChallenge(client, token)
      const known = await passkeysOf(client, type, id)
      if (!party || known.length === 0) throw none()
      const { generateAuthenticationOptions } = await webAuthn()
      const options = await generateAuthenticationOptions({
        rpID: party.id,
        challenge: new Uint8Array(randomBytes(32)),
        allowCredentials: known.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
        userVerification: 'preferred',
      })
      await client.query(
        'update auth.challenge set passkey_challenge = $2, passkey_asked_at = clock_timestamp() where token_hash = $1',
        [tokenHash(token), options.challenge],
      )
      return options
    })

  const verify = async (passkey: Passkey | undefined, asked: Challenge, response: AuthenticationResponseJSON) => {
    const party = relyingParty(publicUrl())
    if (!party || !passkey || asked.passkey_challenge === null || asked.is_late) return null
    const credential = {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.counter),
    }
    const expected = {
      expectedChallenge: asked.passkey_challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
    }
    try {
      const { verifyAuthenticationResponse } = await webAuthn()
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({ response, credential, ...expected })
      return verified ? authenticationInfo : null
    } catch {
      // Whatever it says is wrong with the answer: it proves nothing.
      return null
    }
  }

  // A refusal must keep what it counted, so it is answered and not thrown inside of the transaction.
  const tryAnswer = (token: string, response: AuthenticationResponseJSON, source: Source) =>
    inTransaction(pool, async (client): Promise<Proven | { refusal: Rejected }> => {
      const asked = await openChallenge(client, token)
      const owner = { type: asked.person_type, id: asked.person_id }
      const who = await counter(owner, source, client)
      const known = await passkeysOf(client, owner.type, owner.id)
      const passkey = known.find(({ credential_id }) => credential_id === response.id)
      const proof = await verify(passkey, asked, response)
      if (!passkey || !proof) {
        await client.query(
          'update auth.challenge set tries = tries + 1, passkey_challenge = null where token_hash = $1',
          [tokenHash(token)],
        )
        await noteAttempt(client, addresses, { ...owner, reason: 'code', address: source.address })
        const seconds = await throttle.take('wrong-code', who, client)
        return { refusal: seconds > 0 ? tooMany(seconds) : wrong() }
      }
      await client.query(
        'update auth.challenge set ended_at = clock_timestamp(), passkey_challenge = null where token_hash = $1',
        [tokenHash(token)],
      )
      await client.query('update auth.passkey set counter = $2, used_at = clock_timestamp() where id = $1', [
        passkey.id,
        proof.newCounter,
      ])
      await throttle.forget('code-mail', who, client)
      return { ...owner, credentialOf: asked.credential_of }
    })

  /** The answer of a passkey: whose it is, to one caller only. @throws Rejected validation, throttled */
  const answerPasskey = async (
    token: string,
    response: AuthenticationResponseJSON,
    source: Source,
  ): Promise<Proven> => {
    const answered = await tryAnswer(token, response, source)
    if ('refusal' in answered) throw answered.refusal
    return answered
  }

  /** True when a passkey can stand in for the code of somebody. */
  const mayUsePasskey = async (type: PersonType, id: number): Promise<boolean> =>
    relyingParty(publicUrl()) !== null && (await passkeysOf(pool, type, id)).length > 0

  return { askForPasskey, answerPasskey, mayUsePasskey }
}
