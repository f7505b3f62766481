import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

// CBOR of whole numbers, bytes, texts and maps: all that an authenticator says.
const headOf = (major: number, value: number): Buffer => {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}
const cbor = (value: number | string | Buffer | Map<number | string, unknown>): Buffer => {
  if (typeof value === 'number') return value >= 0 ? headOf(0, value) : headOf(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([headOf(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([headOf(2, value.length), value])
  const parts = [...value].flatMap(([name, part]) => [cbor(name), cbor(part as Parameters<typeof cbor>[0])])
  return Buffer.concat([headOf(5, value.size), ...parts])
}

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()
const coded = (bytes: string | Buffer) => Buffer.from(bytes).toString('base64url')
const present = 0x01
const withKey = 0x40

/** An authenticator of WebAuthn with one key, in this process; `counter` is what it says next. */
export const softAuthenticator = (site = 'https://atrium.example.org') => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const state = { counter: 1, site }
  const jwk = publicKey.export({ format: 'jwk' })
  const point = (text: string | undefined) => Buffer.from(text ?? '', 'base64url')
  const key = cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, point(jwk.x)],
      [-3, point(jwk.y)],
    ]),
  )
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: state.site, crossOrigin: false }))
  const dataOf = (flags: number, more: Buffer) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(state.counter)
    return Buffer.concat([sha256(new URL(state.site).hostname), Buffer.from([flags]), counter, more])
  }
  const shared = { id: coded(id), rawId: coded(id), type: 'public-key' as const, clientExtensionResults: {} }
  return {
    state,
    make: (challenge: string) => {
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const authData = dataOf(present | withKey, credential)
      state.counter += 1
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return {
        ...shared,
        response: {
          clientDataJSON: coded(clientData('webauthn.create', challenge)),
          attestationObject: coded(cbor(attestation)),
          transports: [],
        },
      }
    },
    answer: (challenge: string) => {
      const client = clientData('webauthn.get', challenge)
      const authenticatorData = dataOf(present, Buffer.alloc(0))
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), privateKey)
      state.counter += 1
      return {
        ...shared,
        response: {
          clientDataJSON: coded(client),
          authenticatorData: coded(authenticatorData),
          signature: coded(signature),
        },
      }
    },
  }
}
