import { createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto'
import { readCheckpoint } from '../../domain/checkpoint.ts'

/** What a checkpoint says: the tree's name, how many leaves it has, its root, and the position of its last event. */
export type Checkpoint = { origin: string; size: number; root: Buffer; position: bigint }

/** A checkpoint as it is handed on: `text` is a signed note in the form of C2SP tlog-checkpoint, signed by the private half of `publicKey`. */
export type SignedCheckpoint = Checkpoint & { text: string; publicKey: Buffer }

/** A key for signing: `name` is the origin. */
export type Signer = { name: string; key: KeyObject; publicKey: Buffer }

// DER of an Ed25519 key in front of its 32 bytes (RFC 8410).
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex')
const ed25519 = 1

/** A signer of the 32 bytes of a seed. */
export const signerOf = (name: string, seed: Uint8Array): Signer => {
  const key = createPrivateKey({ key: Buffer.concat([privatePrefix, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(publicPrefix.length)
  return { name, key, publicKey }
}

/** The first four bytes by which a note names the key that signed it (C2SP signed-note). */
export const keyIdOf = (name: string, publicKey: Uint8Array): Buffer =>
  hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), Buffer.from([ed25519]), publicKey]), 'buffer').subarray(0, 4)

/** A public key as tools for signed notes take it: name, id and key. */
export const verifierOf = ({ name, publicKey }: Pick<Signer, 'name' | 'publicKey'>): string =>
  `${name}+${keyIdOf(name, publicKey).toString('hex')}+${Buffer.concat([Buffer.from([ed25519]), publicKey]).toString('base64')}`

/** The Ed25519 signature of a text's UTF-8 bytes. */
export const signText = ({ key }: Signer, text: string): Buffer => sign(null, Buffer.from(text), key)

// To read a key takes twice as long as to verify a signature with it.
const read = new WeakMap<Buffer, KeyObject>()

const keyOf = (publicKey: Buffer): KeyObject => {
  const known = read.get(publicKey)
  if (known) return known
  const key = createPublicKey({ key: Buffer.concat([publicPrefix, publicKey]), format: 'der', type: 'spki' })
  read.set(publicKey, key)
  return key
}

/** Whether a text was signed by the private half of a key. */
export const isSignedBy = (publicKey: Buffer, text: string, signature: Uint8Array): boolean =>
  verify(null, Buffer.from(text), keyOf(publicKey), signature)

/** The text of a checkpoint, signed. */
export const signedNote = ({ origin, size, root, position }: Checkpoint, signer: Signer): string => {
  const body = `${origin}\n${size}\n${root.toString('base64')}\nposition ${position}\n`
  const signature = Buffer.concat([keyIdOf(signer.name, signer.publicKey), signText(signer, body)])
  return `${body}\n— ${signer.name} ${signature.toString('base64')}\n`
}

/** A checkpoint read from its note. Null when it is none, or none of the public keys signed it. */
export const openNote = (text: string, publicKeys: readonly Buffer[]): SignedCheckpoint | null => {
  const note = readCheckpoint(text)
  if (!note) return null
  const { body, origin, size, root, position, signatures } = note
  const publicKey = publicKeys.find((known) => {
    const id = keyIdOf(origin, known).toString('hex')
    return signatures.some(({ key, signature }) => key === id && isSignedBy(known, body, signature))
  })
  return publicKey ? { origin, size, root: Buffer.from(root), position, text, publicKey } : null
}
