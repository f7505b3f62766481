import { timingSafeEqual } from 'node:crypto'
import type { PersonActor } from '../../domain/person.ts'
import { keyedHash } from '../../platform/keys.ts'

const macOf = (key: Uint8Array, id: number): string =>
  keyedHash(key, `unsubscribe|employee-${id}`).toString('base64url')

/** What ends the mails of one employee without a sign-in, and nothing else. */
export const unsubscribeToken = (key: Uint8Array, id: number): string => `${id}.${macOf(key, id)}`

/** Whose mails a token ends; null for one that was not made here. */
export const unsubscribedBy = (key: Uint8Array, token: string): PersonActor | null => {
  const [, id = '', mac = ''] = /^([1-9]\d{0,8})\.([\w-]{43})$/.exec(token) ?? []
  if (id === '') return null
  const isOurs = timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(key, Number(id))))
  return isOurs ? { type: 'employee', id: Number(id) } : null
}
