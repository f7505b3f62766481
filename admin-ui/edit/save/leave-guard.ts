import { useEffect, useEffectEvent } from 'react'
import { useBlocker } from 'react-router-dom'
import { t } from '../../../ui-shared/i18n.ts'
import { ask } from '../../../ui-shared/overlay/confirm.tsx'

let question: (() => Promise<boolean>) | null = null

/** True when the open form, if there is one with changes, may be left: asks. For ways out that are no navigation. */
export const mayLeave = (): Promise<boolean> => question?.() ?? Promise.resolve(true)

const askToLeave = (count: number) =>
  ask({
    title: t('Leave without saving?'),
    words: [t('{count, plural, one {# field} other {# fields}} changed and not saved.', { count })],
    action: t('Leave'),
    isDanger: true,
  })

/** Asks before a form with `count` unsaved fields is left, unless `isDone`; a lost sign-in is never asked about. */
export const useLeaveGuard = (count: number, isDone: () => boolean, onLeave: () => void): void => {
  const isHeld = () => count > 0 && !isDone()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isHeld() && currentLocation.pathname !== nextLocation.pathname && !nextLocation.pathname.startsWith('/auth/'),
  )
  const askOnce = useEffectEvent(async () => {
    const isLeaving = await askToLeave(count)
    if (blocker.state !== 'blocked') return
    if (!isLeaving) return blocker.reset()
    onLeave()
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
    const askHere = async () => {
      if (isDone()) return true
      const isLeaving = await askToLeave(count)
      if (isLeaving) {
        window.removeEventListener('beforeunload', hold)
        onLeave()
      }
      return isLeaving
    }
    window.addEventListener('beforeunload', hold)
    question = askHere
    return () => {
      window.removeEventListener('beforeunload', hold)
      question = null
    }
  })
}
