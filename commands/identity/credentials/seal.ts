import type { PersonActor } from '../../../domain/person.ts'
import { deriveKey, keyedHash } from '../../../platform/keys.ts'

const sealed = (secret: Uint8Array, what: string, parts: readonly string[]): Buffer =>
  keyedHash(deriveKey(secret, `seal of ${what}`), JSON.stringify(parts))

/**
 * What binds a password's hash to its person and to the event that says it was set: without the key nobody can make it for another hash, and it
 * says nothing of the hash. A row of before leads to an event of before.
 */
export const passwordSeal = (secret: Uint8Array, { type, id }: PersonActor, position: string, hash: string): Buffer =>
  sealed(secret, 'a password', [type, String(id), position, hash])

/** What binds a passkey's public key to its person. */
export const passkeySeal = (
  secret: Uint8Array,
  { type, id }: PersonActor,
  credentialId: string,
  publicKey: Uint8Array,
): Buffer => sealed(secret, 'a passkey', [type, String(id), credentialId, Buffer.from(publicKey).toString('base64')])
