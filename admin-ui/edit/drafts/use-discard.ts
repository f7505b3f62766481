import { useEffect, useRef } from 'react'
import { t } from '../../../ui-shared/i18n.ts'
import { ask } from '../../../ui-shared/overlay/confirm.tsx'
import { toastSuccess } from '../../../ui-shared/overlay/toast.tsx'
import { changedNames, pick } from '../form-values.ts'
import type { useRecordForm } from '../use-record-form.ts'

type Edit = Pick<ReturnType<typeof useRecordForm>, 'form' | 'reset' | 'changed'>

/** Takes back what was typed into a form, after a question, with Undo as long as it is open; `forget` removes its copy. */
export const useDiscard = (
  { form, reset, changed }: Edit,
  forget: () => Promise<void>,
  onDone: () => void,
): (() => Promise<void>) => {
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return async () => {
    const isMeant = await ask({
      title: t('Discard your changes?'),
      words: [t('{count, plural, one {# field} other {# fields}} changed and not saved.', { count: changed.length })],
      action: t('Discard'),
      isDanger: true,
    })
    if (!isMeant || !isOpen.current) return
    const typed = form.read()
    onDone()
    const { to, back } = reset()
    // At once: whoever leaves now must not find it again.
    await forget()
    toastSuccess(t('Your changes were discarded.'), () => {
      if (!isOpen.current) return
      // What was typed since stays.
      const now = form.read()
      back()
      form.reset({ ...typed, ...pick(now, changedNames(to.values, now)) })
    })
  }
}
