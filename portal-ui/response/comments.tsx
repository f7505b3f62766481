import { useId, useState } from 'react'
import { t } from '../../ui-shared/i18n.ts'
import { LoadError } from '../../ui-shared/states.tsx'
import { OneComment } from './comment.tsx'
import { write } from './response-queries.ts'
import { type Talk, type Thread, useTalk } from './use-talk.ts'
import { WordsForm } from './words-form.tsx'

const Answers = ({ thread: { comment, answers }, talk, post }: { thread: Thread; talk: Talk; post: number }) => {
  const [isAnswering, setAnswering] = useState(false)
  const onAnswer = talk.isOpen && comment.stage === 'shown' ? () => setAnswering(true) : null
  return (
    <li>
      <OneComment {...{ comment, talk, onAnswer }} />
      {answers.length > 0 && (
        <ol>
          {answers.map((answer) => (
            <li key={answer.id}>
              <OneComment comment={answer} {...{ talk, onAnswer }} />
            </li>
          ))}
        </ol>
      )}
      {isAnswering && (
        <WordsForm
          place={`comment/${comment.id}/answer`}
          label={t('Your answer')}
          action={t('Send answer')}
          send={(said) => write(post, comment.id, said)}
          onSent={async (written) => {
            setAnswering(false)
            await talk.tell(written)
          }}
          onCancel={() => setAnswering(false)}
        />
      )}
    </li>
  )
}

/** The comments of a post, and the place for one's own. */
export const Comments = ({ post }: { post: number }) => {
  const talk = useTalk(post)
  const id = useId()
  const { threads, total, isOpen, older } = talk
  return (
    <section className="comments" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {total === 0 ? t('Comments') : t('Comments ({count})', { count: total })}
      </h2>
      {talk.error && <LoadError message={talk.error.message} onRetry={() => void talk.refetch()} isSought />}
      {talk.refusal && (
        <p className="wrong" role="alert">
          {talk.refusal}
        </p>
      )}
      {talk.isKnown && !isOpen && <p className="dim">{t('Nobody can comment on this post any more.')}</p>}
      {isOpen && (
        <WordsForm
          place={`post/${post}/comment`}
          label={t('Your comment')}
          action={t('Send comment')}
          send={(said) => write(post, null, said)}
          onSent={talk.tell}
        />
      )}
      {isOpen && threads.length === 0 && <p className="dim">{t('Nobody has commented yet.')}</p>}
      {threads.length > 0 && (
        <ol>
          {threads.map((thread) => (
            <Answers key={thread.comment.id} {...{ thread, talk, post }} />
          ))}
        </ol>
      )}
      {older && (
        <button type="button" className="btn" aria-disabled={talk.isLoading} onClick={older}>
          {talk.isLoading ? t('Please Wait') : t('Show older comments')}
        </button>
      )}
    </section>
  )
}
