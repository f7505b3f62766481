import { useEffect, useEffectEvent } from 'react'
import { useBlocker } from 'react-router-dom'
import { t } from '../../../ui-shared/i18n.ts'
import { ask } from '../../../ui-shared/overlay/confirm.tsx'
import { hasUnkept, useHasUnkept } from '../../../ui-shared/overlay/unkept.ts'
import { holdForm } from './held-form.ts'

/** What becomes of what was typed: true from `keep` when this device has it, `isWhole` when that is all of it; `leave` runs before the form goes. */
export type Keeping = { keep: () => Promise<boolean>; isWhole: boolean; leave: () => Promise<void> }

/** What is typed is gone with the form. */
export const nothingKept: Keeping = { keep: async () => false, isWhole: false, leave: async () => {} }

const changedWords = (count: number): string[] =>
  count > 0 ? [t('{count, plural, one {# field} other {# fields}} changed and not saved.', { count })] : []
const lostWords = (): string[] => [
  ...(hasUnkept('typed') ? [t('What is typed in the open dialog is lost.')] : []),
  ...(hasUnkept('arriving') ? [t('Pictures that do not stand in the text yet are lost.')] : []),
]

const askToLeave = async (count: number, { keep, isWhole }: Keeping) => {
  const isKept = await keep()
  const lost = lostWords()
  const words = changedWords(count)
  if (isKept) words.push(t('A draft of it stays; you can go on with it when you open this form again.'))
  if (isKept && !isWhole) words.push(t('Passwords and personal details are not in it.'))
  const isDanger = !isKept || !isWhole || lost.length > 0
  return ask({ title: t('Leave without saving?'), words: [...words, ...lost], action: t('Leave'), isDanger })
}

/** Asks before a form with `count` unsaved fields or an open dialog is left, unless `isDone`; a lost sign-in is never asked about. */
export const useLeaveGuard = (count: number, isDone: () => boolean, keeping: Keeping = nothingKept): void => {
  const isHolding = useHasUnkept() || count > 0
  const isHeld = () => isHolding && !isDone()
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
    if (!isHolding) return
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
    const release = holdForm({
      words: [...changedWords(count), ...lostWords()],
      keep: keeping.keep,
      ask: askHere,
      letGo,
    })
    return () => {
      letGo()
      release()
    }
  })
}
