import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { writtenSchema } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import { say, t } from '../../ui-shared/i18n.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import type { Shown } from './mine-queries.ts'

// The button goes away with the stage, and a toast with its Undo: who has not gone elsewhere meanwhile goes on at the card.
const goOnAt = (place: HTMLElement | null) => {
  const { activeElement } = document
  if (!place?.isConnected || !(activeElement?.contains(place) || place.contains(activeElement))) return
  place.tabIndex = -1
  place.focus({ preventScroll: true })
}

/** Takes back what was sent, as long as it is not decided, with Undo. */
export const Withdraw = ({ sent }: { sent: Shown }) => {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const path = sent.job_data === undefined ? 'request' : 'job_application'
  const run = async (verb: 'withdraw' | 'resubmit', place: HTMLElement | null) => {
    setBusy(true)
    try {
      const { message } = await api.post(`/${path}/${sent.id}/${verb}`, { as: writtenSchema })
      toastSuccess(say(message), verb === 'withdraw' ? () => void run('resubmit', place) : undefined)
    } catch (error) {
      showError(error)
    }
    await client.invalidateQueries({ queryKey: ['mine'] })
    setBusy(false)
    goOnAt(place)
  }
  return (
    <button
      type="button"
      className="btn small"
      disabled={isBusy}
      // On the page of a job the form takes the place of the card.
      onClick={({ currentTarget }) =>
        void run('withdraw', currentTarget.closest('section') ?? currentTarget.closest('article'))
      }
    >
      {t('Withdraw')}
    </button>
  )
}
