import { lazy, Suspense, useState } from 'react'
import { Icon } from '../drawings/icons.tsx'
import { t } from '../i18n.ts'
import type { Days } from './day-range.tsx'

const DayRange = lazy(async () => ({ default: (await import('./day-range.tsx')).DayRange }))

/** Opens a calendar for a range of days, which is loaded then. */
export const DayRangeButton = ({
  label,
  days,
  onChange,
}: {
  label: string
  days: Days
  onChange: (days: Days) => void
}) => {
  const [isOpen, setOpen] = useState(false)
  const title = t('{thing}: choose days', { thing: label })
  return (
    <>
      <button type="button" className="btn bare small" aria-label={title} title={title} onClick={() => setOpen(true)}>
        <Icon name="calendar" />
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
