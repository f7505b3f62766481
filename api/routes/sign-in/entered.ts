import { z } from 'zod'
import type { SignInMode } from '../../../commands/sessions/session.ts'
import type { SignedIn } from '../../../commands/sign-in/flow.ts'
import type { SignIn } from '../../../commands/sign-in/sign-in.ts'
import { done, doneSchema } from '../../fields.ts'
import { meSchema, profileOf } from '../../profile.ts'
import type { Call } from '../../route.ts'
import type { Services } from '../../services.ts'
import { setSignInCookie } from '../../sign-in-cookie.ts'
import { deviceOf } from './device.ts'

export type SignInServices = Pick<Services, 'config' | 'records'> & { signIn: SignIn }

/** What a finished sign-in answers. */
export const enteredSchema = doneSchema.extend({
  data: z.object({ authToken: z.string().nullable(), user: meSchema }),
  position: z.string(),
})

type Means = { mode: SignInMode; device: string | null; address: string }

/** Answers a sign-in by whatever second step, as a token or as the cookie of a browser. */
export const enterBy = async (
  { signIn, config, records }: SignInServices,
  { request, reply }: Pick<Call, 'request' | 'reply'>,
  step: (means: Means) => Promise<SignedIn>,
) => {
  const mode = request.headers['x-session-mode'] === 'cookie' ? 'cookie' : 'bearer'
  const device = deviceOf(request.headers['user-agent'])
  const { token, position, person } = await step({ mode, device, address: request.ip })
  const session = await signIn.findSession(token, mode)
  const own = { type: person.type, id: person.id }
  const language = await signIn.languageOf(own)
  const user = { ...(await profileOf(records, own, session?.perms ?? [])), language }
  if (mode === 'cookie') setSignInCookie(reply, config.publicUrl, token)
  return {
    ...done('login', 'You are signed in.'),
    data: { authToken: mode === 'cookie' ? null : token, user },
    position: String(position),
  }
}
