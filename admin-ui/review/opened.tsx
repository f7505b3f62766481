import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Resource } from '../../domain/resource.ts'
import type { ReviewDetail } from '../../domain/review/entry.ts'
import { statusOf } from '../../ui-shared/api/error.ts'
import { formatDateTime } from '../../ui-shared/date.tsx'
import { say, t } from '../../ui-shared/i18n.ts'
import { EmptyState, LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { FieldDiff } from '../diff/field-diff.tsx'
import { TextDiff } from '../diff/text-diff.tsx'
import { useNames } from '../diff/use-names.ts'
import { declarationOf } from '../resources.ts'
import { PageHead } from '../shell/page-head.tsx'
import { screenPath } from '../shell/menu-table.ts'
import { Acts } from './acts.tsx'
import { reviewQuery } from './calls.ts'
import { Comments } from './comments.tsx'
import { goToThread, useMarks } from './marks.ts'
import { type Passage, usePassage } from './passage.ts'
import { kindWord, stageWord } from './words.ts'

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The comments on passages of a field, each by what it says: they lead to it. */
const Marks = ({ remarks }: { remarks: ReviewDetail['comments'] }) =>
  remarks.length > 0 && (
    <p className="marks">
      {remarks.map(({ id, quote }) => (
        <button key={id} type="button" className="btn bare small" onClick={() => goToThread(id)}>
          {t('Comment on “{words}”', { words: quote.length > 40 ? `${quote.slice(0, 40)}…` : quote })}
        </button>
      ))}
    </p>
  )

const Change = ({
  resource,
  change,
  files,
  remarks,
}: {
  resource: Resource
  change: ReviewDetail['changes'][number]
  files: ReviewDetail['files']
  remarks: ReviewDetail['comments']
}) => {
  const { field: name, label, from, to } = change
  const field = resource.fields[name]
  const nameOf = useNames(field ? [[field, from] as const, [field, to] as const] : [])
  return (
    <section className="diff-field" data-field={name}>
      <h2>{t(label)}</h2>
      <Marks remarks={remarks.filter((one) => one.field === name && one.quote !== '' && !one.isSettled)} />
      {field ? <FieldDiff {...{ field, from, to, files, nameOf }} /> : <TextDiff from={wordOf(from)} to={wordOf(to)} />}
    </section>
  )
}

const Changes = ({ review, resource }: { review: ReviewDetail; resource: Resource }) => {
  const isOpen = review.stage === 'waiting' || review.stage === 'sent_back'
  return (
    <>
      {review.refused && (
        <p className="notice bad" role="alert">
          {t('As things stand it would be refused: {why}', { why: say('', review.refused) })}
        </p>
      )}
      {isOpen && !review.refused && review.changes.length === 0 && (
        <p className="notice">{t('It would change nothing any more.')}</p>
      )}
      {isOpen && !review.isLive && review.changes.length > 0 && (
        <p className="hint">{t('Nothing of it is published yet, so all of it is new.')}</p>
      )}
      {review.changes.map((change) => (
        <Change key={change.field} {...{ resource, change }} files={review.files} remarks={review.comments} />
      ))}
    </>
  )
}

const Facts = ({ review }: { review: ReviewDetail }) => (
  <>
    <span className="tag">{stageWord(review.stage)}</span>
    <span>
      {t('{verb}, proposed by {name} on {date}', {
        verb: t(review.label),
        name: review.author.name || t('Somebody'),
        date: formatDateTime(review.since),
      })}
    </span>
    <Link className="link" to={`${screenPath(review.kind)}/${review.record}`}>
      {t('Open the {thing}', { thing: kindWord(review.kind) })}
    </Link>
  </>
)

const View = ({ review, resource }: { review: ReviewDetail; resource: Resource }) => {
  const [passage, setPassage] = useState<Passage | null>(null)
  const picked = usePassage()
  const marks = useMarks(picked.area, review.comments)
  return (
    <>
      <PageHead
        title={review.name || `#${review.record}`}
        tab={t('Review')}
        facts={<Facts review={review} />}
        backTo="/dashboard/reviews"
        backLabel={t('Reviews')}
      />
      <div className="review">
        {/* By keys the buttons above each text lead to its comments. */}
        <div ref={picked.area} onClick={marks.onClick}>
          <Acts {...{ review, resource }} />
          <Changes {...{ review, resource }} />
        </div>
        <Comments
          review={review}
          passage={passage}
          picked={review.mayComment ? picked.passage : null}
          onPick={setPassage}
          onShow={marks.show}
        />
      </div>
    </>
  )
}

/** One review: what would change beside what is live, what is said of it, and what can be done with it. */
export const Opened = ({ id }: { id: string }) => {
  const { data: review, error, refetch } = useQuery(reviewQuery(id))
  const kind = review?.kind ?? ''
  const { data: resource } = useQuery({
    queryKey: ['declaration', kind],
    queryFn: () => declarationOf(kind),
    enabled: kind !== '',
  })
  if (statusOf(error) === 404)
    return (
      <>
        <PageHead title={t('Not found')} backTo="/dashboard/reviews" backLabel={t('Reviews')} />
        <EmptyState title={t('There is no such review.')} />
      </>
    )
  if (error && !review) return <LoadError message={error.message} onRetry={() => void refetch()} />
  if (!review || !resource) return <PleaseWait />
  return <View {...{ review, resource }} />
}
