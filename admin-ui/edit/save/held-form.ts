import { t } from '../../../ui-shared/i18n.ts'
import { ask } from '../../../ui-shared/overlay/confirm.tsx'
import { leaveTo } from '../../../ui-shared/session/apps.ts'
import type { Me } from '../../../ui-shared/session/me.ts'

type Held = { words: readonly string[]; keep: () => Promise<boolean>; ask: () => Promise<boolean>; letGo: () => void }
let held: Held | null = null

/** Says of the open form that it has what is not saved. Answers how to take that back. */
export const holdForm = (form: Held): (() => void) => {
  held = form
  return () => {
    held = null
  }
}

/** True when the open form, if there is one with changes, may be left: asks. For ways out that are no navigation. */
export const mayLeave = (): Promise<boolean> => held?.ask() ?? Promise.resolve(true)

const countKept = async (me: Me): Promise<number> => {
  try {
    const { countDrafts, ownerOf } = await import('../../../ui-shared/drafts.ts')
    return await countDrafts(ownerOf(me))
  } catch {
    // A browser that keeps nothing, or a newer version is served.
    return 0
  }
}

/** True when somebody may sign out, which removes what this device keeps of theirs, of all tabs: asks when there is something. */
const maySignOut = async (me: Me): Promise<boolean> => {
  await held?.keep()
  const count = await countKept(me)
  if (count === 0) return mayLeave()
  const isMeant = await ask({
    title: t('Sign out without saving?'),
    words: [
      ...(held?.words ?? []),
      t('Signing out removes {count, plural, one {# unsaved copy} other {# unsaved copies}} from this device.', {
        count,
      }),
    ],
    action: t('Sign Out'),
    isDanger: true,
  })
  if (isMeant) held?.letGo()
  return isMeant
}

/** Ends the sign-in, after the question about what would be lost, and leads to the sign-in. */
export const signOut = async (me: Me | null): Promise<void> => {
  if (me && !(await maySignOut(me))) return
  try {
    const { leave } = await import('../../../ui-shared/auth/sign-out.ts')
    await leave(me)
  } catch {
    // A newer version is served, whose pages know the way.
    leaveTo('/logout')
  }
}
