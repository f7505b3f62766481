import type { ReactNode } from 'react'
import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { DayRangeButton } from '../../ui-shared/fields/day-range-button.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { useTyping } from '../list/use-typing.ts'
import type { ChangeLog, LogState } from './log-state.ts'

const Day = ({ name, label, value, change }: { name: string; label: string; value: string; change: ChangeLog }) => (
  <label className="day">
    <span>{label}</span>
    <input
      className="in"
      type="date"
      name={name}
      value={value}
      onChange={(event) => change({ [name]: event.target.value })}
    />
  </label>
)

/** A filter that is set by a row and not by a field of its own: what it is about, and a way to end it. */
export const SetFilter = ({ words, onEnd }: { words: string; onEnd: () => void }) => (
  <button type="button" className="btn small set" onClick={onEnd} aria-label={t('Without “{words}”', { words })}>
    {words}
    <Icon name="close" />
  </button>
)

/** The filters that every log has: words and days. Its own stand between them. */
export const LogFilters = ({
  state: { filters },
  change,
  placeholder,
  children,
}: {
  state: LogState
  change: ChangeLog
  placeholder: string
  children: ReactNode
}) => {
  const [typed, setTyped] = useTyping(filters.keyword ?? '', (keyword) => change({ keyword }, true))
  const isFiltered = Object.values(filters).some((value) => value !== '')
  return (
    <search className="filters log-filters no-print">
      <input
        className="in"
        type="search"
        name="keyword"
        value={typed}
        placeholder={placeholder}
        aria-label={t('Search')}
        onChange={(event) => setTyped(event.target.value)}
      />
      {children}
      <Day name="from" label={t('From')} value={filters.from ?? ''} change={change} />
      <Day name="to" label={t('To')} value={filters.to ?? ''} change={change} />
      <DayRangeButton
        label={t('Date')}
        days={{ from: filters.from ?? '', until: filters.to ?? '' }}
        onChange={({ from, until }) => change({ from, to: until })}
      />
      {isFiltered && (
        <button
          type="button"
          className="btn bare small"
          onClick={() => change(Object.fromEntries(Object.keys(filters).map((name) => [name, ''])))}
        >
          {t('Clear the filters')}
        </button>
      )}
    </search>
  )
}
