import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { writtenSchema } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import { formatDate, formatDateTime } from '../../ui-shared/date.tsx'
import { say, t } from '../../ui-shared/i18n.ts'
import { AlertHost, showError } from '../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { IndexPage } from '../index-page.tsx'
import { applications, mineQuery, type Sent } from './mine-queries.ts'
import { stageWords } from './stages.ts'
import '../styles/send.css'

const titleOf = ({ slug, type, subject, job_data: job }: Sent) => {
  if (job) return job.name
  return type === 'iso' ? `${slug}: ${subject}` : (slug ?? '')
}

const Content = ({ sent }: { sent: Sent }) => (
  <>
    {sent.lines.length > 0 && (
      <ul className="sent-lines">
        {sent.lines.map(({ id, name, quantity, unit, delivered, remarks }) => (
          <li key={id}>
            {quantity} {unit} {name}
            {delivered !== null && (
              <b className="delivered">
                {t('{delivered} of {quantity} delivered', { delivered, quantity: quantity ?? 0 })}
              </b>
            )}
            {remarks && <span className="dim"> · {remarks}</span>}
          </li>
        ))}
      </ul>
    )}
    {(sent.message || sent.reason) && <p className="said">{sent.message || sent.reason}</p>}
  </>
)

const withdrawable = ['submitted', 'shortlisted']

const Withdraw = ({ sent }: { sent: Sent }) => {
  const client = useQueryClient()
  const withdraw = async () => {
    try {
      const path = sent.job_data === undefined ? 'request' : 'job_application'
      const { message } = await api.post(`/${path}/${sent.id}/withdraw`, { as: writtenSchema })
      toastSuccess(say(message))
    } catch (error) {
      showError(error)
    }
    await client.invalidateQueries({ queryKey: ['mine'] })
  }
  return (
    <button type="button" className="btn small" onClick={() => void withdraw()}>
      {t('Withdraw')}
    </button>
  )
}

const SentCard = ({ sent }: { sent: Sent }) => (
  <article className="sent">
    <header>
      <h2 dir="auto">{titleOf(sent)}</h2>
      <b className="stage" data-stage={sent.stage}>
        {stageWords(sent.stage)}
      </b>
    </header>
    <p className="dim">{sent.created_at && formatDate(sent.created_at)}</p>
    <Content sent={sent} />
    <ol className="timeline" aria-label={t('Timeline')}>
      {sent.timeline.map(({ at, stage, note }) => (
        <li key={at + stage}>
          <b>{stageWords(stage)}</b> <time dateTime={at}>{formatDateTime(at)}</time>
          {note && <p>{note}</p>}
        </li>
      ))}
    </ol>
    {withdrawable.includes(sent.stage) && <Withdraw sent={sent} />}
  </article>
)

/** What the employee has sent, with where it stands and how it came there. */
export const Component = () => (
  <>
    <IndexPage
      title={t('My requests')}
      tools={({ category }) => (
        <nav className="tabs" aria-label={t('My requests')}>
          <Link to={{ search: '' }} aria-current={category === applications ? undefined : 'page'}>
            {t('Requests')}
          </Link>
          <Link
            to={{ search: `?category=${applications}` }}
            aria-current={category === applications ? 'page' : undefined}
          >
            {t('Applications')}
          </Link>
        </nav>
      )}
      queryOf={mineQuery}
      empty={t('You have sent nothing yet')}
      item={(sent) => <SentCard key={sent.id} sent={sent} />}
    />
    <AlertHost />
  </>
)
