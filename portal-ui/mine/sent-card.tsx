import { Link } from 'react-router-dom'
import { formatDate, formatDateTime } from '../../ui-shared/date.tsx'
import { say, t } from '../../ui-shared/i18n.ts'
import { StateTag } from '../../ui-shared/talk/state-tag.tsx'
import { openStages, type SentResource, type Shown, titleOf } from './mine-queries.ts'
import { stageWords, toneOf } from './stages.ts'
import { Withdraw } from './withdraw.tsx'

type Props = { sent: Shown; resource: SentResource; answers: number; isUnread?: boolean; listSearch?: string }

/** What it says. */
export const Content = ({ sent }: { sent: Shown }) => (
  <>
    {sent.lines.length > 0 && (
      <ul className="sent-lines">
        {sent.lines.map(({ id, name, quantity, unit, delivered, remarks }) => (
          <li key={id}>
            {quantity} {say(unit)} {name}
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

/** How it came where it stands. */
export const Steps = ({ timeline }: Pick<Shown, 'timeline'>) => (
  <ol className="timeline" aria-label={t('Timeline')}>
    {timeline.map(({ version, at, stage, note, deliveries }) => (
      <li key={version}>
        <b>{stageWords(stage)}</b> <time dateTime={at}>{formatDateTime(at)}</time>
        {deliveries.length > 0 && (
          <ul className="sent-lines" aria-label={t('Delivered')}>
            {deliveries.map(({ id, item, delivered, unit }) => (
              <li key={id}>
                {delivered} {say(unit)} {item}
              </li>
            ))}
          </ul>
        )}
        {note && <p>{note}</p>}
      </li>
    ))}
  </ol>
)

/** Where it stands. */
export const Stage = ({ stage }: Pick<Shown, 'stage'>) => <StateTag tone={toneOf(stage)} words={stageWords(stage)} />

const Unread = () => (
  <span className="fresh">
    <span className="away">{t('Unread')}</span>
  </span>
)

/** One of what the employee has sent: what it says, where it stands, and how it came there. */
export const SentCard = ({ sent, resource, answers, isUnread = false, listSearch = '' }: Props) => (
  <article className="sent">
    <header>
      <h2 dir="auto">
        {isUnread && <Unread />}
        <Link to={`/profile/requests/${resource}/${sent.id}`} state={{ listSearch }}>
          {titleOf(sent)}
        </Link>
      </h2>
      <Stage stage={sent.stage} />
    </header>
    <p className="dim">{sent.created_at && formatDate(sent.created_at)}</p>
    <Content sent={sent} />
    <Steps timeline={sent.timeline} />
    <div className="acts">
      <Link className="btn small" to={`/profile/requests/${resource}/${sent.id}`} state={{ listSearch }}>
        {answers > 0 ? t('Conversation ({count})', { count: answers }) : t('Conversation')}
      </Link>
      {openStages.includes(sent.stage) && <Withdraw sent={sent} />}
    </div>
  </article>
)
