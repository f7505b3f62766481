import { z } from 'zod'
import type { Source } from '../../../commands/identity/sign-in/known.ts'
import type { SignInMode } from '../../../commands/identity/sessions/session.ts'
import type { SignedIn } from '../../../commands/identity/sign-in/flow.ts'
import type { SignIn } from '../../../commands/identity/sign-in/sign-in.ts'
import { setMark, sourceOf } from '../../server/device-mark.ts'
import { done, doneSchema } from '../../body/fields.ts'
import { meSchema, profileOf } from '../../wire/adapters/profile.ts'
import type { Call } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'
import { setSignInCookie } from '../../server/sign-in-cookie.ts'
import { deviceOf } from './device.ts'

export type SignInServices = Pick<Services, 'config' | 'records'> & { signIn: SignIn }

/** What a finished sign-in answers. */
export const enteredSchema = doneSchema.extend({
  data: z.object({ authToken: z.string().nullable(), user: meSchema }),
  position: z.string(),
})

type Means = Source & { mode: SignInMode; device: string | null }

/** Answers a sign-in by whatever second step, as a token or as the cookie of a browser. */
export const enterBy = async (
  { signIn, config, records }: SignInServices,
  { request, reply }: Pick<Call, 'request' | 'reply'>,
  step: (means: Means) => Promise<SignedIn>,
) => {
  const mode = request.headers['x-session-mode'] === 'cookie' ? 'cookie' : 'bearer'
  const device = deviceOf(request.headers['user-agent'])
  const { token, position, person, mark } = await step({ mode, device, ...sourceOf(request, config.publicUrl) })
  const session = await signIn.findSession(token, mode)
  const own = { type: person.type, id: person.id }
  const language = await signIn.languageOf(own)
  const user = { ...(await profileOf(records, own, session?.perms ?? [])), language }
  if (mode === 'cookie') setSignInCookie(reply, config.publicUrl, token)
  if (mark !== null) setMark(reply, config.publicUrl, mark)
  return {
    ...done('login', 'You are signed in.'),
    data: { authToken: mode === 'cookie' ? null : token, user },
    position: String(position),
  }
}
