import '../styles/reading.css'
import { useParams } from 'react-router-dom'
import { formatCalendarDay } from '../../ui-shared/date.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { AccessDenied, LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { shownMoment } from '../../ui-shared/moment.ts'
import { PageHead } from '../shell/page-head.tsx'
import { ReadersTable } from './readers-table.tsx'
import { type Reading, useReading } from './reading-queries.ts'
import { useAsking } from './use-asking.ts'

const whom = ({ divisions, departements }: Reading): string => {
  const names = [...divisions, ...departements].map(({ name }) => name).join(', ')
  return names === '' ? t('Everybody is asked.') : t('Asked of: {names}', { names })
}

const factsOf = (reading: Reading | null): string => {
  if (!reading?.isAsked) return t('Nobody is asked to read this post.')
  const until = reading.last_day === null ? '' : t('Until {date}.', { date: formatCalendarDay(reading.last_day) })
  return [whom(reading), until].filter(Boolean).join(' ')
}

const Acts = ({ post, name, reading }: { post: string; name: string; reading: Reading | null }) => {
  const { terms, askAgain, end, isBusy } = useAsking(post, name, reading)
  return (
    <>
      {reading?.isAsked && (
        <>
          <button type="button" className="btn" aria-disabled={isBusy} onClick={() => void end()}>
            {t('Ask nobody any more')}
          </button>
          <button type="button" className="btn" aria-disabled={isBusy} onClick={() => void askAgain()}>
            {t('Ask again')}
          </button>
        </>
      )}
      <button type="button" className="btn go" onClick={terms}>
        {reading?.isAsked ? t('Change what is asked') : t('Ask employees to read it')}
      </button>
    </>
  )
}

/** Whether a post has to be read, of whom that is asked, and who has read it (docs/decisions/content/0193). */
export const Component = () => {
  const { key = '' } = useParams()
  const me = useMe()
  const mayRead = can(me, 'r-post')
  const { data, error, refetch } = useReading(key, mayRead)
  const back = { backTo: `/dashboard/post/${encodeURIComponent(key)}`, backLabel: t('Post') }
  if (!data)
    return (
      <>
        <PageHead title={t('Must read')} {...back} />
        {!mayRead && <AccessDenied />}
        {mayRead && error && <LoadError message={error.message} onRetry={() => void refetch()} isSought />}
        {mayRead && !error && <PleaseWait />}
      </>
    )
  const { data: reading, meta } = data
  const mayAsk = meta.isOn && can(me, 'u-post') && shownMoment() === null
  return (
    <>
      <PageHead
        title={meta.name}
        tab={`${t('Must read')}: ${meta.name}`}
        facts={meta.isOn ? factsOf(reading) : t('Posts that must be read are switched off in the configuration.')}
        {...back}
      >
        {mayAsk && <Acts post={key} name={meta.name} reading={reading} />}
      </PageHead>
      {reading && can(me, 'r-employee') && <ReadersTable post={key} />}
      {reading && !can(me, 'r-employee') && (
        <p className="dim">{t('Who has read it is seen by those who may see employees.')}</p>
      )}
    </>
  )
}
