import { Calendar } from 'primereact/calendar'
import { useState } from 'react'
import '../styles/day-range.css'
import { formatCalendarDay } from '../date.tsx'
import { Icon } from '../drawings/icons.tsx'
import { t } from '../i18n.ts'
import { Dialog } from '../overlay/dialog.tsx'
import { Prime } from '../prime.tsx'
import { dateOf, dayOf, useDayKeys } from './day-keys.ts'

/** Two days such as 2026-11-22, both counted in; empty for an open end. */
export type Days = { from: string; until: string }

// Its days say that they are selected and not that they can be pressed, which the role of a table's cell has no place for.
const passThrough = () => ({
  dayLabel: ({ context }: { context: { selected: boolean } }) => ({
    role: 'button',
    'aria-selected': undefined,
    'aria-pressed': context.selected,
  }),
  day: { 'aria-label': undefined },
  previousButton: { 'aria-label': t('Previous month') },
  nextButton: { 'aria-label': t('Next month') },
})

const wordsOf = (first: Date | null | undefined, last: Date | null | undefined): string => {
  if (!first) return t('Choose the first day, then the last.')
  return `${formatCalendarDay(dayOf(first))} – ${last ? formatCalendarDay(dayOf(last)) : '…'}`
}

/** A calendar in a dialog, for a first and a last day. */
export const DayRange = ({
  title,
  days,
  onChoose,
  onClose,
}: {
  title: string
  days: Days
  onChoose: (days: Days) => void
  onClose: () => void
}) => {
  const [[first, last], setChosen] = useState<(Date | null)[]>([dateOf(days.from), dateOf(days.until)])
  const [shown, setShown] = useState(first ?? last ?? new Date())
  const keys = useDayKeys(shown, setShown)
  return (
    <Dialog title={title} onClose={onClose}>
      <div {...keys}>
        <Prime>
          <Calendar
            inline
            selectionMode="range"
            showOtherMonths={false}
            viewDate={shown}
            onViewDateChange={({ value }) => value && setShown(value)}
            value={first || last ? [first ?? last ?? null, last ?? null] : null}
            onChange={({ value }) => setChosen(value ?? [])}
            prevIcon={<Icon name="left" />}
            nextIcon={<Icon name="right" />}
            dateTemplate={({ day, month, year }) => (
              <>
                <span aria-hidden="true">{day}</span>
                <span className="away">{formatCalendarDay(dayOf(new Date(year, month, day)))}</span>
              </>
            )}
            pt={passThrough()}
          />
        </Prime>
      </div>
      <p className="hint" role="status">
        {wordsOf(first, last)}
      </p>
      <div className="acts">
        <button type="button" className="btn" onClick={onClose}>
          {t('Cancel')}
        </button>
        <button
          type="button"
          className="btn go"
          disabled={!first}
          onClick={() => onChoose({ from: dayOf(first), until: dayOf(last ?? first) })}
        >
          {t('Apply')}
        </button>
      </div>
    </Dialog>
  )
}
