import { redirect } from 'react-router-dom'
import * as z from 'zod/mini'
import { employees, type PersonType, personTypes } from '../../domain/person.ts'
import { api } from '../api/client.ts'
import { sessionLeft } from '../api/session-end.ts'
import { leaveTo, signInOf } from '../session/apps.ts'
import { ownerOf, removeDraftsOf } from '../drafts.ts'
import { takeMenuKept } from '../kept/menu-kept.ts'
import { fetchMe, lastSeenMe, type Me } from '../session/me.ts'
import { rememberLanguage } from '../language/language.ts'
import { forgetRedirect } from '../session/redirect.ts'
import { tellSignOut } from '../session/left.ts'

const leftSchema = z.object({ data: z.object({ type: z.nullable(z.enum(personTypes)) }) })

// Never fails: whoever wants out is let out. Answers whose sign-in it was, also when it was over already.
const signOut = async (): Promise<PersonType | null> => {
  try {
    return (await api.post('/auth/logout', { as: leftSchema })).data.type
  } catch {
    // The server is away and will end the sign-in by age.
    return null
  }
}

/** Signs out: the server's sign-in, what this device keeps, the popup's mark; ends on the sign-in screen (A10). */
export const leave = async (me: Me | null): Promise<void> => {
  sessionLeft()
  tellSignOut()
  const putMenuBack = takeMenuKept()
  const type = await signOut()
  // The server has everything forgotten that this device kept.
  rememberLanguage()
  putMenuBack()
  if (me) await removeDraftsOf(ownerOf(me)).catch(() => undefined)
  document.cookie = 'popup_read=; path=/; max-age=0; samesite=lax'
  forgetRedirect()
  // The address is the portal's: whom nobody knows is led where its gate leads.
  leaveTo(signInOf(me?.type ?? type ?? employees))
}

let mayLeave: (() => Promise<boolean>) | null = null

/** Has a screen asked before its address signs somebody out: false stays on the screen. Answers how to take that back. */
export const askBeforeSignOut = (asked: () => Promise<boolean>): (() => void) => {
  mayLeave = asked
  return () => {
    mayLeave = null
  }
}

/** Signs out when its address is opened, unless a screen that is open was asked and stays. */
export const leaveLoader = async () => {
  if (mayLeave && !(await mayLeave())) return redirect(location.pathname + location.search)
  // A sign-in that is over by now was somebody's all the same.
  await leave((await fetchMe().catch(() => null)) ?? lastSeenMe())
  // The page is about to be replaced.
  return new Promise<never>(() => undefined)
}
