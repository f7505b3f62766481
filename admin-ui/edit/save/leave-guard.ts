import { useEffect, useEffectEvent } from 'react'
import { useBlocker } from 'react-router-dom'
import { t } from '../../../ui-shared/i18n.ts'
import { ask } from '../../../ui-shared/overlay/confirm.tsx'
import type { Me } from '../../../ui-shared/session/me.ts'

/** What becomes of what was typed: true from `keep` when this device has it, `isWhole` when that is all of it; `leave` runs before the form goes. */
export type Keeping = { keep: () => Promise<boolean>; isWhole: boolean; leave: () => Promise<void> }

/** What is typed is gone with the form. */
export const nothingKept: Keeping = { keep: async () => false, isWhole: false, leave: async () => {} }

type Held = { words: string; keep: () => Promise<boolean>; ask: () => Promise<boolean>; letGo: () => void }
let held: Held | null = null

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
export const maySignOut = async (me: Me): Promise<boolean> => {
  await held?.keep()
  const count = await countKept(me)
  if (count === 0) return mayLeave()
  const isMeant = await ask({
    title: t('Sign out without saving?'),
    words: [
      ...(held ? [held.words] : []),
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

const wordsOf = (count: number) =>
  t('{count, plural, one {# field} other {# fields}} changed and not saved.', { count })

const askToLeave = async (count: number, { keep, isWhole }: Keeping) => {
  const isKept = await keep()
  const words = [wordsOf(count)]
  if (isKept) words.push(t('A copy stays on this device; you can go on with it when you open this form again.'))
  if (isKept && !isWhole) words.push(t('Passwords and personal details are not in it.'))
  return ask({ title: t('Leave without saving?'), words, action: t('Leave'), isDanger: !isKept || !isWhole })
}

/** Asks before a form with `count` unsaved fields is left, unless `isDone`; a lost sign-in is never asked about. */
export const useLeaveGuard = (count: number, isDone: () => boolean, keeping: Keeping = nothingKept): void => {
  const isHeld = () => count > 0 && !isDone()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isHeld() && currentLocation.pathname !== nextLocation.pathname && !nextLocation.pathname.startsWith('/auth/'),
  )
  const askOnce = useEffectEvent(async () => {
    const isLeaving = await askToLeave(count, keeping)
    if (blocker.state !== 'blocked') return
    if (!isLeaving) return blocker.reset()
    await keeping.leave()
    blocker.proceed()
  })
  useEffect(() => {
    if (blocker.state === 'blocked') void askOnce()
  }, [blocker.state])
  useEffect(() => {
    if (count === 0) return
    const hold = (event: BeforeUnloadEvent) => {
      if (!isDone()) event.preventDefault()
    }
    const letGo = () => window.removeEventListener('beforeunload', hold)
    const askHere = async () => {
      if (isDone()) return true
      const isLeaving = await askToLeave(count, keeping)
      if (!isLeaving) return false
      letGo()
      await keeping.leave()
      return true
    }
    window.addEventListener('beforeunload', hold)
    held = { words: wordsOf(count), keep: keeping.keep, ask: askHere, letGo }
    return () => {
      letGo()
      held = null
    }
  })
}
