import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Remark, ReviewDetail } from '../../domain/review/entry.ts'
import { useSubmit } from '../../ui-shared/auth/use-submit.ts'
import { TextArea } from '../../ui-shared/fields/text-field.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { KeptNotice } from '../../ui-shared/kept/kept-notice.tsx'
import { type KeptForm, useKeptForm } from '../../ui-shared/kept/use-kept-form.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { RelativeTime } from '../../ui-shared/relative-time.tsx'
import { readableText } from '../diff/readable.ts'
import { say as sayWords, settleRemark } from './calls.ts'
import { threadId } from './marks.ts'
import { type Passage, plainWords } from './passage.ts'

/** True where a passage stands in what is proposed of its field, or what is live of it. */
const isThere = ({ changes }: ReviewDetail, { field, quote }: Passage): boolean => {
  const change = changes.find((one) => one.field === field)
  return [change?.to, change?.from].some(
    (value) => typeof value === 'string' && plainWords(readableText(value)).includes(quote),
  )
}

type Shows = { onShow: (id: number) => void }

const Quote = ({ review, passage, onShow }: { review: ReviewDetail; passage: Passage; onShow?: () => void }) => (
  <blockquote dir="auto">
    {onShow && isThere(review, passage) ? (
      <button type="button" title={t('Show it in the text')} onClick={onShow}>
        {passage.quote}
      </button>
    ) : (
      passage.quote
    )}
    {review.changes.length > 0 && !isThere(review, passage) && (
      <small className="dim"> ({t('not in the text any more')})</small>
    )}
  </blockquote>
)

const useRefresh = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['review'] })
}

const textIn = (found: KeptForm['found'], name: string): string => {
  const value = found?.values[name]
  return typeof value === 'string' ? value : ''
}

/** The passage that a comment was on when it was typed, and not sent. */
const passageIn = (found: KeptForm['found']): Passage | null => {
  const [field, quote] = [textIn(found, 'field'), textIn(found, 'quote')]
  return field !== '' && quote !== '' ? { field, quote } : null
}

const Write = ({
  review,
  label,
  more,
  kept,
  onSaid,
}: {
  review: ReviewDetail
  label: string
  more: Partial<Passage> & { answers?: number }
  /** What is typed outlives a reload. */
  kept: KeptForm
  onSaid: () => void
}) => {
  const [words, setWords] = useState(() => textIn(kept.found, 'words'))
  const refresh = useRefresh()
  const { field, quote } = more
  const { keep } = kept
  useEffect(() => {
    if (words !== '') keep({ words, ...(field && quote ? { field, quote } : {}) })
  }, [words, field, quote, keep])
  const { isBusy, refusal, errorOf, onSubmit } = useSubmit({
    check: (): Record<string, string> => (words.trim() === '' ? { words: t('Say something first.') } : {}),
    act: async () => {
      await sayWords(review.id, { words, ...more })
      setWords('')
      await kept.drop()
      onSaid()
      await refresh()
    },
  })
  return (
    <form className="fields" onSubmit={onSubmit} noValidate>
      <KeptNotice kept={kept} />
      <TextArea
        label={label}
        name="words"
        rows={3}
        maxLength={10_000}
        isRequired
        value={words}
        error={errorOf('words')}
        onChange={({ target: { value } }) => {
          setWords(value)
          if (value === '') keep(null)
        }}
      />
      {refusal && (
        <p className="notice bad" role="alert">
          {refusal.join(' ')}
        </p>
      )}
      <button type="submit" className="btn small" disabled={isBusy}>
        {label}
      </button>
    </form>
  )
}

const Said = ({ one }: { one: Remark }) => (
  <>
    <p className="dim">
      <b dir="auto">{one.author.name || t('Somebody')}</b>, <RelativeTime at={one.at} />
    </p>
    <p className="said" dir="auto">
      {one.words}
    </p>
  </>
)

const Thread = ({ review, first, onShow }: Shows & { review: ReviewDetail; first: Remark }) => {
  const kept = useKeptForm(`review/${review.id}/answer/${first.id}`)
  const [chosen, setAnswering] = useState<boolean | null>(null)
  // An answer that was begun stands open again.
  const isAnswering = chosen ?? Boolean(kept.found)
  const refresh = useRefresh()
  const answers = review.comments.filter(({ answers: to }) => to === first.id)
  const settle = async () => {
    try {
      await settleRemark(first.id, !first.isSettled)
    } catch (error) {
      showError(error)
    }
    await refresh()
  }
  return (
    <li id={threadId(first.id)} tabIndex={-1} className={first.isSettled ? 'settled' : undefined}>
      {first.quote !== '' && <Quote review={review} passage={first} onShow={() => onShow(first.id)} />}
      <Said one={first} />
      {answers.map((one) => (
        <div key={one.id} className="answer">
          <Said one={one} />
        </div>
      ))}
      {review.mayComment && (
        <div className="acts-of">
          <button type="button" className="btn bare small" aria-pressed={first.isSettled} onClick={() => void settle()}>
            {t('Done')}
          </button>
          <button
            type="button"
            className="btn bare small"
            aria-expanded={isAnswering}
            onClick={() => setAnswering(!isAnswering)}
          >
            {t('Answer')}
          </button>
        </div>
      )}
      {review.mayComment && isAnswering && kept.found !== undefined && (
        <Write
          key={kept.round}
          {...{ review, kept }}
          label={t('Answer')}
          more={{ answers: first.id }}
          onSaid={() => setAnswering(false)}
        />
      )}
    </li>
  )
}

/** What is said of a review: of all of it, or of a passage, with answers, until it is done. */
export const Comments = ({
  review,
  passage,
  picked,
  onPick,
  onShow,
}: Shows & {
  review: ReviewDetail
  /** The passage that is commented on. */
  passage: Passage | null
  /** The passage that is selected just now. */
  picked: Passage | null
  onPick: (passage: Passage | null) => void
}) => {
  const threads = review.comments.filter(({ answers }) => answers === null)
  const kept = useKeptForm(`review/${review.id}/comment`)
  const { found } = kept
  useEffect(() => {
    const typed = passageIn(found)
    if (typed) onPick(typed)
  }, [found, onPick])
  return (
    <aside className="comments" aria-label={t('Comments')}>
      <h2 className="caps">{t('Comments')}</h2>
      {threads.length === 0 && <p className="dim">{t('Nothing is said yet.')}</p>}
      <ul>
        {threads.map((first) => (
          <Thread key={first.id} {...{ review, first, onShow }} />
        ))}
      </ul>
      {review.mayComment && (
        <>
          {passage && (
            <>
              <Quote {...{ review, passage }} />
              <button type="button" className="btn bare small" onClick={() => onPick(null)}>
                {t('Not on a passage')}
              </button>
            </>
          )}
          {!passage && <p className="hint">{t('Select words of a change to comment on them alone.')}</p>}
          {picked && picked.quote !== passage?.quote && (
            <button type="button" className="btn small" onClick={() => onPick(picked)}>
              {t('Comment on what is selected')}
            </button>
          )}
          {found !== undefined && (
            <Write
              key={kept.round}
              {...{ review, kept }}
              label={t('Comment')}
              more={passage ?? {}}
              onSaid={() => onPick(null)}
            />
          )}
        </>
      )}
    </aside>
  )
}
