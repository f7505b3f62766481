import { useState } from 'react'
import { Link } from 'react-router-dom'
import { TextArea } from '../../ui-shared/fields/text-field.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { AlertHost } from '../../ui-shared/overlay/alert.tsx'
import { useMe } from '../../ui-shared/session/session.ts'
import type { Page } from '../page/page-queries.ts'
import { SendButton } from './send-button.tsx'
import { useSending } from './use-sending.ts'
import '../styles/send.css'

/** Applies for a job; for employees only. */
export const JobForm = ({ job }: { job: Page }) => {
  const me = useMe()
  const [isSent, setSent] = useState(false)
  const { isBusy, errorOf, onSubmit } = useSending({
    path: '/utility/job_apply',
    names: ['reason'],
    more: { job_id: job.id, job_title: job.name },
    onSent: () => setSent(true),
  })
  if (me?.type !== 'employee') return null
  return (
    <section className="send" aria-labelledby="apply">
      <h2 id="apply">{t('Apply for this job')}</h2>
      {isSent ? (
        <p role="status">
          {t('Your application was sent.')}{' '}
          <Link className="link" to="/profile/requests?category=applications">
            {t('My applications')}
          </Link>
        </p>
      ) : (
        <form noValidate onSubmit={onSubmit}>
          <TextArea label={t('Reason')} name="reason" rows={6} isRequired error={errorOf('reason')} readOnly={isBusy} />
          <SendButton isBusy={isBusy} />
        </form>
      )}
      <AlertHost />
    </section>
  )
}
