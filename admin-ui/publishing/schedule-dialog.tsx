import { useState } from 'react'
import { fromLocal, toLocal } from '../../ui-shared/fields/local-time.ts'
import { useSubmit } from '../../ui-shared/auth/use-submit.ts'
import { siteZone } from '../../ui-shared/date.tsx'
import { TextField } from '../../ui-shared/fields/text-field.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { Dialog } from '../../ui-shared/overlay/dialog.tsx'
import { showDialog } from '../../ui-shared/overlay/shown.tsx'
import { Acts } from '../../ui-shared/profile/small-form.tsx'

const hour = 3_600_000

// The next whole hour that is not about to begin.
const usual = () => new Date(Math.ceil((Date.now() + hour / 4) / hour) * hour).toISOString()

const ScheduleDialog = ({ planned, settle }: { planned: string; settle: (at: string | null) => void }) => {
  const [at, setAt] = useState(planned || usual())
  const { isBusy, errorOf, onSubmit } = useSubmit({
    check: (): Record<string, string> =>
      Date.parse(at) > Date.now() ? {} : { at: t('Choose a moment that is still to come.') },
    act: async () => settle(at),
  })
  const zone = siteZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <Dialog title={t('Schedule')} onClose={() => settle(null)}>
      <form className="fields" onSubmit={onSubmit} noValidate>
        <p className="words">{t('Until then it is a draft. Then it is published by itself.')}</p>
        <TextField
          label={t('Publish at')}
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
        {planned && (
          <button type="button" className="btn" onClick={() => settle('')}>
            {t('Take the schedule back')}
          </button>
        )}
        <Acts go={t('Schedule')} isBusy={isBusy} onClose={() => settle(null)} />
      </form>
    </Dialog>
  )
}

/** Asks when something is published: a moment in UTC, empty for not by itself, null when that was called off. */
export const askMoment = (planned: string): Promise<string | null> =>
  new Promise((resolve) => {
    showDialog((close) => {
      const settle = (at: string | null) => {
        close()
        resolve(at)
      }
      return <ScheduleDialog key="schedule" planned={planned} settle={settle} />
    })
  })
