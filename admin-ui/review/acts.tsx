import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Resource } from '../../domain/resource.ts'
import type { ReviewDetail } from '../../domain/review/entry.ts'
import { say, t } from '../../ui-shared/i18n.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { ask } from '../../ui-shared/overlay/confirm.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { useMe } from '../../ui-shared/session/session.ts'
import { openAsDraft } from '../schedule/open-draft.ts'
import { publishReview, resumeReview, sendBack, withdrawReview } from './calls.ts'
import { WordsDialog } from './words-dialog.tsx'

const SendBack = ({
  id,
  onSend,
  onClose,
}: {
  id: number
  onSend: (words: string) => Promise<() => void>
  onClose: () => void
}) => (
  <WordsDialog
    place={`review/${id}/return`}
    title={t('Return to its author')}
    label={t('What is to be changed')}
    missing={t('Say what is to be changed.')}
    act={onSend}
    onClose={onClose}
  >
    <p className="words">{t('Its author gets your words by mail, and can change it and ask again.')}</p>
  </WordsDialog>
)

const useActs = ({ id, version, record, recordVersion, kind, name, label }: ReviewDetail, resource: Resource) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const refresh = () =>
    Promise.all([client.invalidateQueries({ queryKey: ['review'] }), client.invalidateQueries({ queryKey: [kind] })])
  const done = async ({ message }: { message: string }, undo?: () => unknown) => {
    await refresh()
    await navigate('/dashboard/reviews')
    toastSuccess(say(message), undo)
  }
  // What was published is one version more of the record; where others changed it since, they are shown what would become of it.
  const unpublish = async () => {
    const step = { id: record, version: recordVersion + 1, before: recordVersion }
    await (await import('../history/take-back.ts')).takeBack({ client, resource }, step)
  }
  const resume = async () => {
    try {
      toastSuccess(say((await resumeReview(id)).message))
    } catch (error) {
      showError(error)
    }
    await refresh()
  }
  const run = async (work: () => Promise<{ message: string }>, undo?: () => unknown) => {
    setBusy(true)
    try {
      await done(await work(), undo)
    } catch (error) {
      showError(error)
      await refresh()
    } finally {
      setBusy(false)
    }
  }
  const publish = async () => {
    const words = [`${name}: ${t(label)}`, t('It is done in your name, and the history says who proposed it.')]
    if (await ask({ title: t('Publish now?'), words, action: t('Publish') }))
      await run(() => publishReview(id, version, recordVersion), unpublish)
  }
  const withdraw = async () => {
    const words = [t('What you proposed stays in the history of the review alone.')]
    if (await ask({ title: t('Withdraw what you proposed?'), words, action: t('Withdraw'), isDanger: true }))
      await run(() => withdrawReview(id), resume)
  }
  const back = async (words: string) => {
    const answer = await sendBack(id, version, words)
    return () => void done(answer)
  }
  return { isBusy, publish, withdraw, back }
}

// What was proposed stands in the form again, as a draft that can be changed and asked for anew.
const OpenInForm = ({ review, resource }: { review: ReviewDetail; resource: Resource }) => {
  const me = useMe()
  const navigate = useNavigate()
  const open = async () => {
    const change = { id: review.record, version: review.seen, sent: review.sent ?? {} }
    const path = await openAsDraft(resource, me, { id: String(review.id), verb: review.verb, changes: [change] })
    if (path) await navigate(path)
  }
  return (
    <button type="button" className="btn" onClick={() => void open()}>
      {t('Open in the form')}
    </button>
  )
}

/** What can be done with a review: published or sent back by whoever may publish, withdrawn by its author. */
export const Acts = ({ review, resource }: { review: ReviewDetail; resource: Resource }) => {
  const { mayPublish, mayWithdraw, refused } = review
  const [isOpen, setOpen] = useState(false)
  const { isBusy, publish, withdraw, back } = useActs(review, resource)
  if (!mayPublish && !mayWithdraw) return null
  return (
    <div className="review-acts no-print">
      {mayPublish && (
        <>
          <button type="button" className="btn go" disabled={isBusy || refused !== null} onClick={() => void publish()}>
            {t('Publish')}
          </button>
          <button type="button" className="btn" disabled={isBusy} onClick={() => setOpen(true)}>
            {t('Return to its author…')}
          </button>
        </>
      )}
      {mayWithdraw && review.verb === 'edit' && <OpenInForm {...{ review, resource }} />}
      {mayWithdraw && (
        <button type="button" className="btn" disabled={isBusy} onClick={() => void withdraw()}>
          {t('Withdraw…')}
        </button>
      )}
      {isOpen && <SendBack id={review.id} onSend={back} onClose={() => setOpen(false)} />}
    </div>
  )
}
