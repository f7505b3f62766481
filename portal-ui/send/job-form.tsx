import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { NameIn } from '../../domain/fields/values.ts'
import type { jobApplication } from '../../domain/resources/job_application.ts'
import { TextArea } from '../../ui-shared/fields/text-field.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { KeptNotice } from '../../ui-shared/kept/kept-notice.tsx'
import { keptTexts } from '../../ui-shared/kept/kept-texts.ts'
import { type KeptForm, useKeptForm } from '../../ui-shared/kept/use-kept-form.ts'
import { AlertHost } from '../../ui-shared/overlay/alert.tsx'
import { useMe } from '../../ui-shared/session/session.ts'
import { openApplicationQuery, type Sent } from '../mine/mine-queries.ts'
import { SentCard } from '../mine/sent-card.tsx'
import type { Page } from '../page/page-queries.ts'
import { SendButton } from './send-button.tsx'
import { useSending } from './use-sending.ts'
import '../styles/send.css'

const name = 'reason' satisfies NameIn<typeof jobApplication.fields>

const recordOf = ({ id }: Page): string => `job/${id}`

type OnSent = (isWaiting: boolean) => void

const Letter = ({ job, kept, onSent }: { job: Page; kept: KeptForm; onSent: OnSent }) => {
  const { textOf, onInput } = keptTexts(kept, { [name]: '' })
  const client = useQueryClient()
  // Also of one that was refused: another may have been sent elsewhere meanwhile.
  const refresh = () => void client.invalidateQueries({ queryKey: ['mine'] })
  const { isBusy, errorOf, onSubmit } = useSending({
    path: '/utility/job_apply',
    record: recordOf(job),
    names: [name],
    more: { job_id: job.id, job_title: job.name },
    onSent: (isWaiting) => {
      void kept.drop()
      onSent(isWaiting)
      refresh()
    },
    onRefused: refresh,
  })
  return (
    <form noValidate onSubmit={onSubmit} onInput={onInput}>
      <TextArea
        label={t('Reason')}
        name={name}
        rows={6}
        isRequired
        defaultValue={textOf(name)}
        error={errorOf(name)}
        readOnly={isBusy}
      />
      <SendButton isBusy={isBusy} />
    </form>
  )
}

const Form = ({ job, onSent }: { job: Page; onSent: OnSent }) => {
  const kept = useKeptForm(recordOf(job))
  return (
    <>
      <h2 id="apply">{t('Apply for this job')}</h2>
      <KeptNotice kept={kept} />
      {kept.found !== undefined && <Letter key={kept.round} job={job} kept={kept} onSent={onSent} />}
    </>
  )
}

const Applied = ({ sent, isNew }: { sent: Sent; isNew: boolean }) => (
  <>
    <h2 id="apply">{t('Your application')}</h2>
    <p role="status">
      {isNew ? t('Your application was sent.') : t('You have applied for this job already.')}{' '}
      <Link className="link" to="/profile/requests?category=job_application">
        {t('My applications')}
      </Link>
    </p>
    <SentCard sent={sent} resource="job_application" answers={sent.answers.length} />
  </>
)

/** Applies for a job, or shows the application that is open (W9); for employees only. */
export const JobForm = ({ job }: { job: Page }) => {
  const me = useMe()
  const isEmployee = me?.type === 'employee'
  const [state, setState] = useState<'' | 'sent' | 'waiting'>('')
  const { data, isPending } = useQuery({ ...openApplicationQuery(job.id), enabled: isEmployee })
  if (!isEmployee || isPending) return null
  return (
    <section className="send" aria-labelledby="apply">
      {data ? (
        <Applied sent={data} isNew={state !== ''} />
      ) : state === 'waiting' ? (
        <p role="status">{t('Your application waits on this device.')}</p>
      ) : (
        <Form job={job} onSent={(isWaiting) => setState(isWaiting ? 'waiting' : 'sent')} />
      )}
      <AlertHost />
    </section>
  )
}
