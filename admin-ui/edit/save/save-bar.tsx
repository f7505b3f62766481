import type { ReactNode } from 'react'
import { formatTime } from '../../../ui-shared/date.tsx'
import { t } from '../../../ui-shared/i18n.ts'

/** What is not saved yet, what is kept on this device, and the buttons for both. */
export const SaveBar = ({
  count,
  keptAt,
  isBusy,
  onDiscard,
  children,
}: {
  count: number
  keptAt: string | null
  isBusy: boolean
  onDiscard: () => void
  /** Further ways to save. */
  children?: ReactNode
}) => {
  const changes =
    count === 0 ? t('No changes.') : t('{count, plural, one {# field} other {# fields}} changed.', { count })
  const kept =
    count > 0 && keptAt ? ` ${t('A copy is kept on this device since {time}.', { time: formatTime(keptAt) })}` : ''
  return (
    <div className="save no-print">
      <span className="hint">{changes + kept}</span>
      <button type="button" className="btn bare" disabled={isBusy || count === 0} onClick={onDiscard}>
        {t('Discard')}
      </button>
      {children}
      <button type="submit" className="btn go" disabled={isBusy}>
        {isBusy ? t('Please Wait') : t('Submit')}
      </button>
    </div>
  )
}
