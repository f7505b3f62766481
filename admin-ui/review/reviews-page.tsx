import './review.css'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link, useParams } from 'react-router-dom'
import type { Review } from '../../domain/review/entry.ts'
import { isStaff } from '../../domain/person.ts'
import { RelativeTime } from '../../ui-shared/relative-time.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { shownMoment } from '../../ui-shared/moment.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { AccessDenied, EmptyState, LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { reviewsQuery } from './calls.ts'
import { kindWord, stageWord } from './words.ts'

const Opened = lazy(async () => ({ default: (await import('./opened.tsx')).Opened }))

const Line = ({ review }: { review: Review }) => (
  <li>
    <Link className="title" to={`/dashboard/reviews/${review.id}`}>
      <span dir="auto">{review.name || `#${review.record}`}</span>
    </Link>
    <span className="what">
      {kindWord(review.kind)}: {t(review.label)}
    </span>
    <span className="dim">
      <span dir="auto">{review.author.name || t('Somebody')}</span>, <RelativeTime at={review.since} />
    </span>
    {review.stage === 'sent_back' && <span className="tag">{stageWord(review.stage)}</span>}
    {review.remarks > 0 && (
      <span className="tag">
        {t('{count, plural, one {# open comment} other {# open comments}}', { count: review.remarks })}
      </span>
    )}
  </li>
)

const Part = ({ title, reviews }: { title: string; reviews: readonly Review[] }) =>
  reviews.length > 0 && (
    <section className="queue">
      <h2 className="caps">{title}</h2>
      <ul>
        {reviews.map((review) => (
          <Line key={review.id} review={review} />
        ))}
      </ul>
    </section>
  )

const Queue = () => {
  const { data, error, refetch } = useQuery(reviewsQuery())
  if (error) return <LoadError message={error.message} onRetry={() => void refetch()} />
  if (!data) return <PleaseWait />
  const mine = data.data.filter(({ mayPublish }) => mayPublish)
  const own = data.data.filter(({ isOwn, mayPublish }) => isOwn && !mayPublish)
  const others = data.data.filter((one) => !mine.includes(one) && !own.includes(one))
  return (
    <>
      {data.data.length === 0 && (
        <EmptyState title={t('Nothing waits for review')}>
          {t('What somebody who may not publish proposes is shown here, and what is returned to you.')}
        </EmptyState>
      )}
      <Part title={t('Waits for you')} reviews={mine} />
      <Part title={t('Proposed by you')} reviews={own} />
      <Part title={shownMoment() === null ? t('Waits for others') : t('Waits for review')} reviews={others} />
      {data.isCut && <p className="notice">{t('There are more than are shown here.')}</p>}
    </>
  )
}

const Screen = () => {
  const { entry } = useParams()
  if (entry !== undefined)
    return (
      <Suspense fallback={<PleaseWait />}>
        <Opened key={entry} id={entry} />
      </Suspense>
    )
  return (
    <>
      <PageHead title={t('Reviews')} facts={t('Changes of what is published that wait for a second pair of eyes.')} />
      <Queue />
    </>
  )
}

/** What waits for review, and one of it opened. */
export const Component = () => {
  const me = useMe()
  return me && isStaff(me) ? <Screen /> : <AccessDenied />
}
