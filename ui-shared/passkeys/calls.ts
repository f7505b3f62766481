import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import * as z from 'zod/mini'
import { oneOf, writtenSchema } from '../api/answers.ts'
import { api } from '../api/client.ts'
import { t } from '../i18n.ts'
import { type Me, meSchema } from '../session/me.ts'

const optionsSchema = oneOf(z.looseObject({ challenge: z.string() }))
const verifiedSchema = z.object({ data: z.object({ user: meSchema }) })
const listSchema = oneOf(
  z.object({
    isPossible: z.boolean(),
    passkeys: z.array(
      z.object({ id: z.string(), name: z.string(), createdAt: z.string(), usedAt: z.nullable(z.string()) }),
    ),
  }),
)

export type OwnPasskeys = z.infer<typeof listSchema>['data']
export type OwnPasskey = OwnPasskeys['passkeys'][number]

export const passkeysQuery = {
  queryKey: ['me', 'passkeys'],
  queryFn: async (): Promise<OwnPasskeys> => (await api.get('/me/passkeys', { as: listSchema })).data,
}

// The library's code is loaded once somebody uses a passkey. What goes wrong in it is mostly that they called it off.
const inBrowser = async <T>(
  act: (browser: typeof import('@simplewebauthn/browser')) => Promise<T>,
  refused: string,
): Promise<T> => {
  const browser = await import('@simplewebauthn/browser')
  try {
    return await act(browser)
  } catch {
    throw new Error(refused)
  }
}

/** Makes a passkey on this device and keeps it; answers the server's message. @throws ApiError that names password or name; Error when it was called off */
export const addPasskey = async (name: string, password: string): Promise<string> => {
  const { data } = await api.post('/me/passkeys/options', { body: { password }, as: optionsSchema })
  // The server has made them by the library's other half.
  const optionsJSON = data as unknown as PublicKeyCredentialCreationOptionsJSON
  const response = await inBrowser(
    (browser) => browser.startRegistration({ optionsJSON }),
    t('No passkey was made. It may be on this device already, or the browser was told not to.'),
  )
  return (
    await api.post('/me/passkeys', {
      body: { name, response: { ...response, clientExtensionResults: {} } },
      as: writtenSchema,
    })
  ).message
}

/** Names a passkey. Answers the server's sentence. */
export const renamePasskey = async (id: string, name: string): Promise<string> =>
  (await api.patch(`/me/passkeys/${id}`, { body: { name }, as: writtenSchema })).message

/** Removes a passkey. Answers the server's sentence. */
export const removePasskey = async (id: string): Promise<string> =>
  (await api.delete(`/me/passkeys/${id}`, { as: writtenSchema })).message

/** Second step by a passkey. @throws ApiError; Error when it was called off */
export const signInByPasskey = async (challenge: string): Promise<Me> => {
  const { data } = await api.post('/auth/passkey/options', { body: { data: challenge }, as: optionsSchema })
  // As above.
  const optionsJSON = data as unknown as PublicKeyCredentialRequestOptionsJSON
  const response = await inBrowser(
    (browser) => browser.startAuthentication({ optionsJSON }),
    t('The passkey was not used. Try again, or type the mailed code.'),
  )
  const answer = await api.post('/auth/passkey', {
    body: { data: challenge, response: { ...response, clientExtensionResults: {} } },
    as: verifiedSchema,
    headers: { 'X-Session-Mode': 'cookie' },
  })
  return answer.data.user
}
