import { useState } from 'react'
import { type Written, writtenSchema } from '../../ui-shared/api/answers.ts'
import { api, randomKey } from '../../ui-shared/api/client.ts'
import { ApiError } from '../../ui-shared/api/error.ts'
import { missing, type Submit, useSubmit } from '../../ui-shared/auth/use-submit.ts'
import { ownerOf } from '../../ui-shared/drafts.ts'
import { say, t } from '../../ui-shared/i18n.ts'
import { showAlert, showError } from '../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { useMe } from '../../ui-shared/session/session.ts'
import type { WaitingPath } from '../offline/waiting.ts'

/** The form that something is sent from: what it is kept under (`useKeptForm`), and what was typed there. */
export type SentFrom = { record: string; typed: Record<string, unknown> }

const required = () => t('Please fill the required field.')

/** Tells that something required is empty, as the specification words it. */
export const sayMissing = (): void => showAlert(t('Error'), [required()])

const isUnreachable = (error: unknown): boolean => error instanceof ApiError && error.name === 'Network'

/**
 * Sends a body once, however often it is pressed: a key goes with what it says until that has arrived (W14). Where the server cannot be
 * reached it waits on this device, which null tells.
 */
export const useSendOnce = (path: WaitingPath) => {
  const me = useMe()
  const [sent, setSent] = useState({ key: '', text: '' })
  const wait = async (key: string, text: string, { record, typed }: SentFrom) => {
    const { keepWaiting } = await import('../offline/waiting.ts')
    const form = { record, typed, address: window.location.pathname }
    if (!me) throw new Error('nobody is signed in')
    await keepWaiting(ownerOf(me), key, { path, text, form, isTried: navigator.onLine })
  }
  return async (body: Record<string, unknown>, from: SentFrom): Promise<Written | null> => {
    const text = JSON.stringify(body)
    // What says something else is another request, also after a first whose answer was lost.
    const key = sent.text === text ? sent.key : randomKey()
    setSent({ key, text })
    try {
      const written = await api.post(path, { body: JSON.parse(text), as: writtenSchema, key })
      setSent({ key: '', text: '' })
      toastSuccess(say(written.message))
      return written
    } catch (error) {
      if (!isUnreachable(error)) throw error
      // A browser that keeps nothing leaves it in the form.
      await wait(key, text, from).catch(() => {
        throw error
      })
      setSent({ key: '', text: '' })
      return null
    }
  }
}

/** A small form whose `names` are all required; `more` goes with what was typed. `onSent` is told whether it waits on this device. */
export const useSending = ({
  path,
  record,
  names,
  more = {},
  onSent,
  onRefused,
}: {
  path: WaitingPath
  record: string
  names: readonly string[]
  more?: Record<string, unknown>
  onSent: (isWaiting: boolean) => void
  onRefused?: () => void
}): Submit => {
  const sendOnce = useSendOnce(path)
  return useSubmit({
    check: (fields) => {
      const found = missing(fields, Object.fromEntries(names.map((name) => [name, required()])))
      if (Object.keys(found).length > 0) sayMissing()
      return found
    },
    act: async (fields) => {
      onSent((await sendOnce({ ...more, ...fields }, { record, typed: fields })) === null)
    },
    onRefused: (error) => {
      showError(error)
      onRefused?.()
    },
  })
}
