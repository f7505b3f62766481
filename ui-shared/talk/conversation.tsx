import { formatDateTime } from '../date.tsx'
import { Icon } from '../drawings/icons.tsx'
import { t } from '../i18n.ts'
import { AnswerForm } from './answer-form.tsx'
import { nameAt, type Said, type Side } from './said.ts'

const Files = ({ files }: Pick<Said, 'files'>) => {
  const shown = files.flatMap(({ url }) => url ?? [])
  if (shown.length === 0) return null
  return (
    <ul className="files" aria-label={t('Files')}>
      {shown.map((url) => (
        <li key={url}>
          <a className="link" href={url} target="_blank" rel="noopener noreferrer">
            <Icon name="file" />
            {nameAt(url)}
          </a>
        </li>
      ))}
    </ul>
  )
}

type Props = {
  /** The resource and id of the record that is talked about. */
  resource: 'request' | 'job_application'
  id: number
  side: Side
  answers: readonly Said[]
  /** Who gave an answer, where that is known. */
  nameOf: (said: Said) => string
  /** True while answers are taken; `mayAnswer` is whether whoever reads may give one. */
  isOpen: boolean
  mayAnswer: boolean
  onSent: () => Promise<unknown>
}

/** What both sides have said about a record, the newest last, and the place for one's own. */
export const Conversation = ({ answers, side, nameOf, isOpen, mayAnswer, ...to }: Props) => (
  <section className="talk" aria-label={t('Conversation')}>
    {answers.length > 0 && (
      <ol aria-live="polite">
        {answers.map((said) => (
          <li key={said.id} className={said.by === side ? 'own' : undefined}>
            <p className="who">
              <b>{nameOf(said)}</b> {said.at && <time dateTime={said.at}>{formatDateTime(said.at)}</time>}
            </p>
            <p className="words" dir="auto">
              {said.text}
            </p>
            <Files files={said.files} />
          </li>
        ))}
      </ol>
    )}
    {isOpen && answers.length === 0 && !mayAnswer && <p className="dim">{t('Nobody has answered yet.')}</p>}
    {!isOpen && <p className="over">{t('This conversation is over: nothing more can be answered.')}</p>}
    {isOpen && mayAnswer && <AnswerForm {...to} />}
  </section>
)
