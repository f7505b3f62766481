import { bytesOf, type CheckpointNote, type NodeHash } from '../../domain/checkpoint.ts'

/** The hash of an inner node, by the browser. */
export const nodeHash: NodeHash = async (left, right) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from([1, ...left, ...right])))

/** Whether a browser can hash and check signatures: pages that come in clear cannot, nor older browsers. */
export type Abilities = { hashes: boolean; signatures: boolean }

// 32 bytes that are a public key.
const anyKey = Uint8Array.from([0x58, ...Array.from({ length: 31 }, () => 0x66)])

const importKey = (bytes: Uint8Array<ArrayBuffer>) =>
  crypto.subtle.importKey('raw', bytes, { name: 'Ed25519' }, false, ['verify'])

export const abilitiesOf = async (): Promise<Abilities> => {
  if (!globalThis.isSecureContext) return { hashes: false, signatures: false }
  try {
    await importKey(anyKey)
    return { hashes: true, signatures: true }
  } catch {
    return { hashes: true, signatures: false }
  }
}

// name+id+base64, of which the name may hold no plus.
const partsOf = (verifier: string): { id: string; bytes: Uint8Array<ArrayBuffer> } => {
  const [, id = '', ...key] = verifier.split('+')
  return { id, bytes: bytesOf(key.join('+')).slice(1) }
}

/** Which of the keys signed a note; null when none did. @param canVerify without it the key that the note names is believed */
export const signerOf = async (
  { body, signatures }: CheckpointNote,
  verifiers: readonly string[],
  canVerify: boolean,
): Promise<string | null> => {
  for (const verifier of verifiers) {
    const { id, bytes } = partsOf(verifier)
    const named = signatures.find(({ key }) => key === id)
    if (!named) continue
    if (!canVerify) return verifier
    const signature = Uint8Array.from(named.signature)
    const isSigned = await crypto.subtle.verify(
      { name: 'Ed25519' },
      await importKey(bytes),
      signature,
      new TextEncoder().encode(body),
    )
    if (isSigned) return verifier
  }
  return null
}
