import { formatDate, formatDateTime } from '../../ui-shared/date.tsx'
import { say, t } from '../../ui-shared/i18n.ts'
import { openStages, type Sent } from './mine-queries.ts'
import { stageWords } from './stages.ts'
import { Withdraw } from './withdraw.tsx'

const titleOf = ({ slug, type, subject, job_data: job }: Sent) => {
  if (job) return job.name
  return type === 'iso' ? `${slug}: ${subject}` : (slug ?? '')
}

const Content = ({ sent }: { sent: Sent }) => (
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

const Steps = ({ timeline }: Pick<Sent, 'timeline'>) => (
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

/** One of what the employee has sent: what it says, where it stands, and how it came there. */
export const SentCard = ({ sent }: { sent: Sent }) => (
  <article className="sent">
    <header>
      <h2 dir="auto">{titleOf(sent)}</h2>
      <b className="stage" data-stage={sent.stage}>
        {stageWords(sent.stage)}
      </b>
    </header>
    <p className="dim">{sent.created_at && formatDate(sent.created_at)}</p>
    <Content sent={sent} />
    <Steps timeline={sent.timeline} />
    {openStages.includes(sent.stage) && <Withdraw sent={sent} />}
  </article>
)
