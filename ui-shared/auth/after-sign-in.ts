import { redirect } from 'react-router-dom'
import { homeOf, isFor } from '../session/apps.ts'
import { fetchMe, type Me } from '../session/me.ts'
import { forgetRedirect, rememberedRedirect } from '../session/redirect.ts'

/** Where somebody goes who is signed in: the remembered path when it is theirs, else their first screen (docs/specification/sign-in.md#who-goes-where). */
export const targetOf = (me: Pick<Me, 'type'>): string => {
  const remembered = rememberedRedirect()
  return remembered && isFor(me, remembered) ? remembered : homeOf(me)
}

/** The same, taken: an address that is not theirs is kept for users, whose first screen says which one it was (A11). */
export const takeTarget = (me: Pick<Me, 'type'>): string => {
  const target = targetOf(me)
  if (me.type === 'employee' || target === rememberedRedirect()) forgetRedirect()
  return target
}

/** Goes there in place of the sign-in page: going back from the first screen would lead to it, and at once here again. */
export const goOn = (path: string): void => window.location.replace(path)

/** Route loader of the sign-in screens: they are only for people who are not signed in. */
export const onlySignedOut = async () => {
  const me = await fetchMe().catch(() => null)
  if (!me) return null
  goOn(takeTarget(me))
  // The page is about to be replaced; until then nothing of this screen shows.
  return new Promise<never>(() => undefined)
}

/** Leads to the sign-in page. */
export const toSignIn = () => redirect('/auth/login')
