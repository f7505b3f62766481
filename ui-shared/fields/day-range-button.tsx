import { lazy, Suspense, useState } from 'react'
import { Icon } from '../drawings/icons.tsx'
import { t } from '../i18n.ts'
import type { Days } from './day-range.tsx'

const DayRange = lazy(async () => ({ default: (await import('./day-range.tsx')).DayRange }))

/** Opens a calendar for a range of days, which is loaded then. */
export const DayRangeButton = ({
  label,
  days,
  isNamed = false,
  onChange,
}: {
  label: string
  days: Days
  /** Shows the label, as a select shows what it is about. */
  isNamed?: boolean
  onChange: (days: Days) => void
}) => {
  const [isOpen, setOpen] = useState(false)
  const title = t('{thing}: choose days', { thing: label })
  return (
    <>
      <button
        type="button"
        className={isNamed ? 'select is-blank' : 'btn bare small'}
        aria-label={title}
        title={title}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {isNamed ? label : <Icon name="calendar" />}
      </button>
      {isOpen && (
        <Suspense>
          <DayRange
            {...{ title, days }}
            onClose={() => setOpen(false)}
            onChoose={(chosen) => {
              setOpen(false)
              onChange(chosen)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
