import { type ReactNode, useState } from 'react'
import { useSubmit } from '../../ui-shared/auth/use-submit.ts'
import { siteZone } from '../../ui-shared/date.tsx'
import { fromLocal, toLocal } from '../../ui-shared/fields/local-time.ts'
import { TextField } from '../../ui-shared/fields/text-field.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { Dialog } from '../../ui-shared/overlay/dialog.tsx'
import { showDialog } from '../../ui-shared/overlay/shown.tsx'
import { Acts } from '../../ui-shared/profile/small-form.tsx'

const hour = 3_600_000

// The next whole hour that is not about to begin.
const usual = () => new Date(Math.ceil((Date.now() + hour / 4) / hour) * hour).toISOString()

type Asked = {
  title: string
  words: readonly string[]
  /** What happens at the moment. */
  label: string
  /** The moment that is chosen already. */
  planned?: string
  /** Words on the button that takes that back; none without it. */
  takeBack?: string
  /** What else is chosen. */
  children?: ReactNode
}

const MomentDialog = ({ asked, settle }: { asked: Asked; settle: (at: string | null) => void }) => {
  const { title, words, label, planned = '', takeBack, children } = asked
  const [at, setAt] = useState(planned || usual())
  const { isBusy, errorOf, onSubmit } = useSubmit({
    check: (): Record<string, string> =>
      Date.parse(at) > Date.now() ? {} : { at: t('Choose a moment that is still to come.') },
    act: async () => settle(at),
  })
  const zone = siteZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <Dialog title={title} onClose={() => settle(null)}>
      <form className="fields" onSubmit={onSubmit} noValidate>
        {words.map((line) => (
          <p key={line} className="words">
            {line}
          </p>
        ))}
        {children}
        <TextField
          label={label}
          hint={t('Time zone: {zone}.', { zone })}
          name="at"
          type="datetime-local"
          max="9999-12-31T23:59"
          isRequired
          autoFocus
          value={toLocal(at)}
          error={errorOf('at')}
          onChange={(event) => setAt(fromLocal(event.target.value))}
        />
        {planned && takeBack !== undefined && (
          <button type="button" className="btn" onClick={() => settle('')}>
            {takeBack}
          </button>
        )}
        <Acts go={t('Schedule')} isBusy={isBusy} onClose={() => settle(null)} />
      </form>
    </Dialog>
  )
}

/** Asks for a moment, in UTC: empty where it was taken back, null when that was called off. */
export const askMoment = (asked: Asked): Promise<string | null> =>
  new Promise((resolve) => {
    showDialog((close) => {
      const settle = (at: string | null) => {
        close()
        resolve(at)
      }
      return <MomentDialog key="schedule" asked={asked} settle={settle} />
    })
  })
