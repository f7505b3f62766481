import { z } from 'zod'

const incomplete = 'The answer of the passkey is not complete'

// Base64url, of what is said below at most; the library reads what is in it.
const coded = (most: number) =>
  z
    .string(incomplete)
    .regex(/^[\w-]+$/, incomplete)
    .max(most, 'The answer of the passkey is too long')

const answerWith = <Shape extends z.ZodRawShape>(response: Shape) =>
  z.object(
    {
      id: coded(1_400),
      rawId: coded(1_400),
      type: z.literal('public-key', incomplete),
      clientExtensionResults: z.object({}, incomplete).default({}),
      response: z.object(response, incomplete),
    },
    incomplete,
  )

/** What a browser answers for a passkey that signs in. */
export const passkeyAnswer = answerWith({
  clientDataJSON: coded(4_000),
  authenticatorData: coded(4_000),
  signature: coded(4_000),
})

// Words of a list that grows.
const transport = z.string().regex(/^[a-z-]{1,20}$/)

/** What it answers for one that was made. */
export const newPasskeyAnswer = answerWith({
  clientDataJSON: coded(4_000),
  attestationObject: coded(16_000),
  transports: z.array(transport).max(10).catch([]).default([]),
})
