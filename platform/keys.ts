import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** AES-256-GCM output: 12-byte IV, 16-byte tag, ciphertext; base64url. */
export type SealedText = { iv: string; tag: string; ciphertext: string }

// Drawn for many at once: a call for each took a third as long as the sealing.
const ivBytes = 12
let drawn = { bytes: Buffer.alloc(0), at: 0 }

const nextIv = (): Buffer => {
  if (drawn.at === drawn.bytes.length) drawn = { bytes: randomBytes(ivBytes * 256), at: 0 }
  drawn.at += ivBytes
  return drawn.bytes.subarray(drawn.at - ivBytes, drawn.at)
}

/** Seals UTF-8 text under a 32-byte key; `bound` is authenticated with it and must be given again to open. */
export const sealText = (key: Uint8Array, text: string, bound: string): SealedText => {
  const iv = nextIv()
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(bound))
  const ciphertext = cipher.update(text, 'utf8')
  // This mode has given everything by now; the call completes the tag.
  cipher.final()
  return {
    iv: iv.toString('base64url'),
    tag: cipher.getAuthTag().toString('base64url'),
    ciphertext: ciphertext.toString('base64url'),
  }
}

/** The text again. @throws Error when the key is another, or anything was altered. */
export const openText = (key: Uint8Array, sealed: SealedText, bound: string): string => {
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(sealed.iv, 'base64url'))
    .setAAD(Buffer.from(bound))
    .setAuthTag(Buffer.from(sealed.tag, 'base64url'))
  const text = decipher.update(Buffer.from(sealed.ciphertext, 'base64url'))
  decipher.final()
  return text.toString('utf8')
}

/** A 32-byte key of its own for each purpose, from the master key (HKDF-SHA-256). */
export const deriveKey = (masterKey: Uint8Array, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, '', `atrium ${purpose}`, 32))

/** HMAC-SHA-256: how secrets (codes, tokens) and unique values are kept. */
export const keyedHash = (key: Uint8Array, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** The same in hex, for what is asked for many records: a buffer for each would be kept beside the heap. */
export const keyedHex = (key: Uint8Array, text: string): string => createHmac('sha256', key).update(text).digest('hex')
