import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { Resource } from '../../domain/resource.ts'
import { t } from '../../ui-shared/i18n.ts'
import type { Row } from '../list/row.ts'
import { reviewsQuery } from './calls.ts'
import { stageWord } from './words.ts'

/** Says of a record that a change of it waits for review, or came back to whoever looks; all rows of a list share one call. */
export const Waits = ({ resource: { name, publishing }, row }: { resource: Resource; row: Row }) => {
  const { data } = useQuery({ ...reviewsQuery(name), enabled: publishing !== undefined })
  const review = data?.data.find(({ record }) => record === row.id)
  if (!review) return null
  return (
    <Link className="tag link" to={`/dashboard/reviews/${review.id}`} title={t('Open the review')}>
      {stageWord(review.stage)}
    </Link>
  )
}
