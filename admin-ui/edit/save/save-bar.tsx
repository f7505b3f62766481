import { type ReactNode, useId } from 'react'
import { formatTime } from '../../../ui-shared/date.tsx'
import type { KeptAt } from '../drafts/use-draft.ts'
import { t } from '../../../ui-shared/i18n.ts'

const keptWords = ({ at, isOnServer }: KeptAt): string =>
  isOnServer
    ? t('A draft is kept since {time}.', { time: formatTime(at) })
    : t('A copy is kept on this device since {time}.', { time: formatTime(at) })

/** What is not saved yet, what is kept of it, and the buttons for both. */
export const SaveBar = ({
  count,
  does,
  where = null,
  action,
  keptAt,
  isBusy,
  onDiscard,
  children,
}: {
  count: number
  /** What the last button does to what employees see. */
  does: string | null
  /** Where what it does not do is done. */
  where?: string | null
  action: string
  keptAt: KeptAt | null
  isBusy: boolean
  onDiscard: () => void
  /** Further ways to save. */
  children?: ReactNode
}) => {
  const doesId = useId()
  const changes =
    count === 0 ? t('No changes.') : t('{count, plural, one {# field} other {# fields}} changed.', { count })
  const kept = count > 0 && keptAt ? ` ${keptWords(keptAt)}` : ''
  return (
    <div className="save no-print">
      <span className="hint">{changes + kept}</span>
      <button type="button" className="btn bare" disabled={isBusy || count === 0} onClick={onDiscard}>
        {t('Discard')}
      </button>
      {children}
      {does && (
        <span className="hint does" id={doesId}>
          {does}
        </span>
      )}
      {where && <span className="hint where">{where}</span>}
      <button type="submit" className="btn go" disabled={isBusy} aria-describedby={does ? doesId : undefined}>
        {isBusy ? t('Please Wait') : t(action)}
      </button>
    </div>
  )
}
