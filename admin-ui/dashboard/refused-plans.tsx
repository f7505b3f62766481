import { Link } from 'react-router-dom'
import { formatShortDateTime } from '../../ui-shared/date.tsx'
import { say, t } from '../../ui-shared/i18n.ts'
import type { Entry } from '../../domain/schedule/entry.ts'
import { localDay } from '../schedule/days.ts'
import { aboutWhat } from '../schedule/words.ts'

const most = 5

// The calendar of its month lies behind the dialog.
const searchOf = ({ at }: Entry) => `state=failed&month=${localDay(at).slice(0, 7)}`

/** What was planned and refused at its moment, newest first, each with why; an entry leads to what it would have done. */
export const RefusedPlans = ({ entries }: { entries: readonly Entry[] }) => (
  <>
    <h3 className="caps">{t('Planned, but refused')}</h3>
    <ul className="refused">
      {entries.slice(0, most).map((entry) => (
        <li key={entry.id}>
          <Link className="link" to={{ pathname: `/dashboard/calendar/${entry.id}`, search: searchOf(entry) }}>
            <span dir="auto">{aboutWhat(entry)}</span>: {t(entry.label)}
          </Link>{' '}
          <span className="dim">
            {formatShortDateTime(entry.at)}
            {entry.person && !entry.isOwn && `, ${entry.person.name}`}
            {entry.says && ` · ${say('', entry.says)}`}
          </span>
        </li>
      ))}
      {entries.slice(most, most + 1).map((next) => (
        <li key="more">
          <Link className="link" to={{ pathname: '/dashboard/calendar', search: searchOf(next) }}>
            {t('and {count} more', { count: entries.length - most })}
          </Link>
        </li>
      ))}
    </ul>
  </>
)
