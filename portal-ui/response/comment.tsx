import { useState } from 'react'
import { Link } from 'react-router-dom'
import { t } from '../../ui-shared/i18n.ts'
import { RelativeTime } from '../../ui-shared/relative-time.tsx'
import { type Comment, reword } from './response-queries.ts'
import type { Talk } from './use-talk.ts'
import { WordsForm } from './words-form.tsx'

const gone: Readonly<Record<string, string>> = {
  hidden: 'This comment was hidden by the editors.',
  taken_back: 'This comment was taken back.',
}

const Who = ({ comment: { author, at, edited_at: edited } }: { comment: Comment }) => (
  <p className="who">
    {author && (
      <Link className="link" to={`/employee/${author.id}`} dir="auto">
        {author.name}
      </Link>
    )}{' '}
    <RelativeTime at={at} /> {edited !== null && <small>{t('edited')}</small>}
  </p>
)

type Props = { comment: Comment; talk: Talk; onAnswer: (() => void) | null }

const Acts = ({ comment, talk, onAnswer, onEdit }: Props & { onEdit: () => void }) => {
  const name = comment.author?.name ?? ''
  return (
    <div className="acts">
      {onAnswer && (
        <button type="button" className="btn bare small" onClick={onAnswer} aria-label={t('Reply to {name}', { name })}>
          {t('Reply')}
        </button>
      )}
      {comment.isOwn && comment.stage === 'shown' && (
        <>
          {talk.isOpen && (
            <button type="button" className="btn bare small" onClick={onEdit}>
              {t('Edit')}
            </button>
          )}
          <button type="button" className="btn bare small" onClick={() => void talk.takeBack(comment)}>
            {t('Take back')}
          </button>
        </>
      )}
    </div>
  )
}

/** One comment, with what its reader may do about it. */
export const OneComment = ({ comment, talk, onAnswer }: Props) => {
  const [isEdited, setEdited] = useState(false)
  const { id, text, stage, reason } = comment
  if (text === null) return <p className="dim">{t(gone[stage] ?? '')}</p>
  if (isEdited)
    return (
      <WordsForm
        place={`comment/${id}`}
        label={t('Your comment')}
        action={t('Save')}
        before={text}
        send={(said) => reword(id, said)}
        onSent={async (written) => {
          setEdited(false)
          await talk.tell(written)
        }}
        onCancel={() => setEdited(false)}
      />
    )
  return (
    <>
      <Who comment={comment} />
      <p className="words" dir="auto">
        {text}
      </p>
      {stage === 'hidden' && (
        <p className="notice">
          {t('Hidden by the editors, and seen by you alone: {reason}', { reason: reason ?? '' })}
        </p>
      )}
      <Acts {...{ comment, talk, onAnswer }} onEdit={() => setEdited(true)} />
    </>
  )
}
