import { useState } from 'react'
import { type Written, writtenSchema } from '../../ui-shared/api/answers.ts'
import { api, randomKey } from '../../ui-shared/api/client.ts'
import { missing, type Submit, useSubmit } from '../../ui-shared/auth/use-submit.ts'
import { say, t } from '../../ui-shared/i18n.ts'
import { showAlert, showError } from '../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'

type Path = '/utility/job_apply' | '/utility/iso_submit' | '/utility/request_stationery'

const required = () => t('Please fill the required field.')

/** Tells that something required is empty, as the specification words it. */
export const sayMissing = (): void => showAlert(t('Error'), [required()])

/** Sends a body once, however often it is pressed: a key goes with what it says until that has arrived (W14). */
export const useSendOnce = (path: Path) => {
  const [sent, setSent] = useState({ key: '', text: '' })
  return async (body: Record<string, unknown>): Promise<Written> => {
    const text = JSON.stringify(body)
    // What says something else is another request, also after a first whose answer was lost.
    const key = sent.text === text ? sent.key : randomKey()
    setSent({ key, text })
    const written = await api.post(path, { body: JSON.parse(text), as: writtenSchema, key })
    setSent({ key: '', text: '' })
    toastSuccess(say(written.message))
    return written
  }
}

/** A small form whose `names` are all required; `more` goes with what was typed. */
export const useSending = ({
  path,
  names,
  more = {},
  onSent,
  onRefused,
}: {
  path: Path
  names: readonly string[]
  more?: Record<string, unknown>
  onSent: () => void
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
      await sendOnce({ ...more, ...fields })
      onSent()
    },
    onRefused: (error) => {
      showError(error)
      onRefused?.()
    },
  })
}
