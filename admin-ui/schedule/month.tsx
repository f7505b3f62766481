import type { KeyboardEvent } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { formatTime } from '../../ui-shared/date.tsx'
import { currentLocale, t } from '../../ui-shared/i18n.ts'
import { screenPath } from '../shell/menu-table.ts'
import type { Entry } from '../../domain/schedule/entry.ts'
import { localDay } from './days.ts'
import { aboutWhat, stateWord } from './words.ts'

const weekday = (day: string, width: 'short' | 'long'): string =>
  new Intl.DateTimeFormat(currentLocale(), { weekday: width, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

const dayWords = (day: string): string =>
  new Intl.DateTimeFormat(currentLocale(), { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

const Line = ({ entry }: { entry: Entry }) => {
  const [parameters] = useSearchParams()
  const { id, kind, resource, records, at, state, label } = entry
  const to =
    kind === 'command'
      ? { pathname: `/dashboard/calendar/${id}`, search: parameters.toString() }
      : `${screenPath(resource)}/${records[0]?.id ?? ''}`
  return (
    <li className={`entry ${state}`}>
      <Link to={to}>
        <time dateTime={at}>{formatTime(at)}</time> <b dir="auto">{aboutWhat(entry)}</b>
        <span className="what">
          {t(label)}
          {state === 'waiting' ? '' : ` · ${stateWord(state)}`}
        </span>
      </Link>
    </li>
  )
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }
const pages: Readonly<Record<string, number>> = { PageDown: 1, PageUp: -1 }

/** The days of a month with what happens on them. Arrow keys go from entry to entry, Page Up and Page Down from month to month. */
export const Month = ({
  month,
  days,
  entries,
  onMonth,
}: {
  month: string
  days: readonly string[]
  entries: readonly Entry[]
  onMonth: (by: number) => void
}) => {
  const today = localDay(new Date().toISOString())
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const page = pages[event.key]
    if (page !== undefined) {
      event.preventDefault()
      return onMonth(page)
    }
    const step = steps[event.key]
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>('.entry a')]
    const at = links.findIndex((link) => link === document.activeElement)
    if (step === undefined || at < 0) return
    event.preventDefault()
    links[at + step]?.focus()
  }
  return (
    // Keys of the links in it.
    <section className="sheet calendar" aria-label={t('Calendar')} onKeyDown={onKeyDown}>
      <div className="weekdays" aria-hidden="true">
        {days.slice(0, 7).map((day) => (
          <span key={day}>{weekday(day, 'short')}</span>
        ))}
      </div>
      <ol className="days">
        {days.map((day) => {
          const own = entries.filter(({ at }) => localDay(at) === day)
          const names = [
            'day',
            day.startsWith(month) ? '' : 'of-other-month',
            own.length > 0 ? 'has' : '',
            day === today ? 'today' : '',
          ]
          return (
            <li key={day} className={names.filter(Boolean).join(' ')} aria-current={day === today ? 'date' : undefined}>
              <h2>
                <span className="number" aria-hidden="true">
                  {Number(day.slice(8))}
                </span>
                <span className="whole">{dayWords(day)}</span>
              </h2>
              {own.length > 0 && (
                <ul>
                  {own.map((entry) => (
                    <Line key={entry.id} entry={entry} />
                  ))}
                </ul>
              )}
            </li>
          )
        })}
      </ol>
      {entries.length === 0 && <p className="none">{t('Nothing is planned in this month.')}</p>}
    </section>
  )
}
