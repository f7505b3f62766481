import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { Review } from '../../domain/review/entry.ts'
import { RelativeTime } from '../../ui-shared/relative-time.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { LoadError } from '../../ui-shared/states.tsx'
import { reviewsQuery } from '../review/calls.ts'
import { kindWord, stageWord } from '../review/words.ts'

const most = 5

const isForMe = ({ stage, mayPublish, isOwn }: Review): boolean =>
  stage === 'waiting' ? mayPublish : stage === 'sent_back' && isOwn

/** The reviews that wait for whoever looks, and what came back to them, those that wait longest first. */
export const WaitingReviews = () => {
  const { data, error, refetch } = useQuery(reviewsQuery())
  const reviews = data?.data.filter(isForMe) ?? []
  if (error) return <LoadError message={error.message} onRetry={() => void refetch()} />
  if (reviews.length === 0) return null
  return (
    <>
      <h3 className="caps">{t('Reviews')}</h3>
      <ul className="refused">
        {reviews.slice(0, most).map((review) => (
          <li key={review.id}>
            <Link className="link" to={`/dashboard/reviews/${review.id}`}>
              <span dir="auto">{review.name || `#${review.record}`}</span>: {t(review.label)}
            </Link>{' '}
            <span className="dim">
              {stageWord(review.stage)} · {kindWord(review.kind)} ·{' '}
              {!review.isOwn && <span dir="auto">{review.author.name || t('Somebody')}, </span>}
              <RelativeTime at={review.since} />
            </span>
          </li>
        ))}
        {reviews.length > most && (
          <li>
            <Link className="link" to="/dashboard/reviews">
              {t('and {count} more', { count: reviews.length - most })}
            </Link>
          </li>
        )}
      </ul>
    </>
  )
}
