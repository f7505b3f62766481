import { z } from 'zod'

// Base64url, of what is said below at most; the library reads what is in it.
const coded = (most: number) =>
  z
    .string('The answer of the passkey is not complete')
    .regex(/^[\w-]+$/, 'The answer of the passkey is not complete')
    .max(most, 'The answer of the passkey is too long')

const shared = {
  id: coded(1_400),
  rawId: coded(1_400),
  type: z.literal('public-key', 'The answer of the passkey is not complete'),
  clientExtensionResults: z.object({}, 'The answer of the passkey is not complete').default({}),
}

/** What a browser answers for a passkey that signs in. */
export const passkeyAnswer = z.object(
  {
    ...shared,
    response: z.object(
      {
        clientDataJSON: coded(4_000),
        authenticatorData: coded(4_000),
        signature: coded(4_000),
      },
      'The answer of the passkey is not complete',
    ),
  },
  'The answer of the passkey is not complete',
)

// Words of a list that grows.
const transport = z.string().regex(/^[a-z-]{1,20}$/)

/** What it answers for one that was made. */
export const newPasskeyAnswer = z.object(
  {
    ...shared,
    response: z.object(
      {
        clientDataJSON: coded(4_000),
        attestationObject: coded(16_000),
        transports: z.array(transport).max(10).catch([]).default([]),
      },
      'The answer of the passkey is not complete',
    ),
  },
  'The answer of the passkey is not complete',
)
