import { leaveTo, signInOf } from '../session/apps.ts'
import { removeDraftsOf } from '../drafts.ts'
import { fetchMe, lastSeenMe, type Me, signOut } from '../session/me.ts'
import { forgetRedirect } from '../session/redirect.ts'

/**
 * Signs somebody out: the server's sign-in, what this device keeps of them, the popup's mark and the remembered path.
 * Ends on the sign-in screen of the kind of person that left (spec/decisions A10).
 */
export const leave = async (me: Me | null): Promise<void> => {
  await signOut()
  if (me) await removeDraftsOf(me.id).catch(() => undefined)
  document.cookie = 'popup_read=; path=/; max-age=0; samesite=lax'
  forgetRedirect()
  leaveTo(signInOf(me?.type ?? 'user'))
}

/** Route loader of `/logout`. */
export const leaveLoader = async () => {
  // A sign-in that is over by now was somebody's all the same.
  await leave((await fetchMe().catch(() => null)) ?? lastSeenMe())
  // The page is about to be replaced.
  return new Promise<never>(() => undefined)
}
