import { anything } from '../api/answers.ts'
import { api } from '../api/client.ts'
import { sessionLeft } from '../api/session-end.ts'
import { leaveTo, signInOf } from '../session/apps.ts'
import { removeDraftsOf } from '../drafts.ts'
import { fetchMe, lastSeenMe, type Me } from '../session/me.ts'
import { rememberLanguage } from '../language/language.ts'
import { forgetRedirect } from '../session/redirect.ts'

// Never fails: whoever wants out is let out.
const signOut = async (): Promise<void> => {
  try {
    await api.post('/auth/logout', { as: anything })
  } catch {
    // The sign-in was over already, or the server is away and will end it by age.
  }
}

/** Signs out: the server's sign-in, what this device keeps, the popup's mark; ends on the sign-in screen (spec/decisions A10). */
export const leave = async (me: Me | null): Promise<void> => {
  sessionLeft()
  await signOut()
  // The server has everything forgotten that this device kept.
  rememberLanguage()
  if (me) await removeDraftsOf(me.id).catch(() => undefined)
  document.cookie = 'popup_read=; path=/; max-age=0; samesite=lax'
  forgetRedirect()
  leaveTo(signInOf(me?.type ?? 'user'))
}

/** Signs out when its address is opened. */
export const leaveLoader = async () => {
  // A sign-in that is over by now was somebody's all the same.
  await leave((await fetchMe().catch(() => null)) ?? lastSeenMe())
  // The page is about to be replaced.
  return new Promise<never>(() => undefined)
}
