import { type ReactNode, useState } from 'react'
import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { DayRangeButton } from '../../ui-shared/fields/day-range-button.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { useFilterInput } from '../list/filters/use-filter-input.ts'
import { FilterBar } from './filter-bar.tsx'
import type { ChangeLog, LogState } from './log-state.ts'

type DayProps = { name: string; label: string; value: string; change: ChangeLog; isTimed: boolean }

const Day = ({ name, label, value, change, isTimed }: DayProps) => {
  const shown = isTimed && value.length === 10 ? `${value}T${name === 'from' ? '00:00:00' : '23:59:59'}` : value
  const input = useFilterInput(isTimed ? 'datetime-local' : 'date', shown, (next) => change({ [name]: next }))
  return (
    <label className="day">
      <span>{label}</span>
      <input className={isTimed ? 'in timed' : 'in'} step={isTimed ? 1 : undefined} name={name} {...input} />
    </label>
  )
}

// A moment of seconds, or the day that it is on.
const isMoment = (value = '') => value.length > 10

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
  isTimed = false,
  children,
}: {
  state: LogState
  change: ChangeLog
  placeholder: string
  /** Days can be narrowed to seconds. */
  isTimed?: boolean
  children: ReactNode
}) => {
  const { from = '', to = '' } = filters
  const [wantsTimes, setWantsTimes] = useState(false)
  const hasTimes = wantsTimes || isMoment(from) || isMoment(to)
  const withoutTimes = () => {
    setWantsTimes(false)
    change({ from: from.slice(0, 10), to: to.slice(0, 10) })
  }
  return (
    <FilterBar filters={filters} change={change} placeholder={placeholder}>
      {children}
      <Day name="from" label={t('From')} value={from} change={change} isTimed={hasTimes} />
      <Day name="to" label={t('To')} value={to} change={change} isTimed={hasTimes} />
      {!hasTimes && (
        <DayRangeButton
          label={t('Date')}
          days={{ from, until: to }}
          onChange={({ from: first, until }) => change({ from: first, to: until })}
        />
      )}
      {isTimed && (
        <label className="times">
          <input
            className="check"
            type="checkbox"
            checked={hasTimes}
            onChange={() => (hasTimes ? withoutTimes() : setWantsTimes(true))}
          />
          {t('To the second')}
        </label>
      )}
    </FilterBar>
  )
}
