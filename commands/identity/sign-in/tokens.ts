import { hash, randomBytes, randomInt } from 'node:crypto'
import { keyedHash } from '../../../platform/keys.ts'

/** 256 random bits, base64url: a sign-in, a challenge, a reset link. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** True for what has the form of a token. */
export const isToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)

/** How a token is kept: SHA-256 is enough for 256 random bits. */
export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer')

/** A random code of six digits. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** How a code is kept: a million values need a key that is not in the database. `bound` names what it is good for. */
export const codeHash = (secret: Uint8Array, bound: string, code: string): Buffer =>
  keyedHash(secret, `code|${bound}|${code}`)

// Without letters and digits that look alike.
const letters = '23456789abcdefghjkmnpqrstuvwxyz'

/** A recovery code such as `4f7k-m2xq-9d3w`: 59 random bits. */
export const newRecoveryCode = (): string =>
  Array.from({ length: 3 }, () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')).join(
    '-',
  )

/** What a person typed as a code: spaces and dashes do not matter, nor does case. Null when it can be none. */
export const readCode = (typed: string): { kind: 'mailed' | 'recovery'; code: string } | null => {
  const bare = typed
    .normalize('NFKC')
    .replace(/[\s-]+/gu, '')
    .toLowerCase()
  if (/^\d{6}$/.test(bare)) return { kind: 'mailed', code: bare }
  return /^[2-9a-z]{12}$/.test(bare) ? { kind: 'recovery', code: bare } : null
}
