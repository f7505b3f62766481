import { useState } from 'react'
import { useSubmit } from '../../ui-shared/auth/use-submit.ts'
import { siteZone } from '../../ui-shared/date.tsx'
import { fromLocal, toLocal } from '../../ui-shared/fields/local-time.ts'
import { TextField } from '../../ui-shared/fields/text-field.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { shownMoment } from '../../ui-shared/moment.ts'
import { withMoment } from '../../ui-shared/moment-address.ts'
import { Dialog } from '../../ui-shared/overlay/dialog.tsx'
import { showDialog } from '../../ui-shared/overlay/shown.tsx'
import { Acts } from '../../ui-shared/profile/small-form.tsx'
import { leaveTo } from '../../ui-shared/session/apps.ts'

const begun = (): string => {
  const shown = Date.parse(shownMoment() ?? '')
  return new Date(Number.isNaN(shown) ? Date.now() - 60_000 : shown).toISOString()
}

/** Leads to the same screen at another moment, or at none. */
export const goToMoment = (moment: string | null): void => {
  const { pathname, search } = window.location
  leaveTo(pathname + withMoment(search, moment))
}

const MomentDialog = ({ close }: { close: () => void }) => {
  const [at, setAt] = useState(begun)
  const { isBusy, errorOf, onSubmit } = useSubmit({
    check: (): Record<string, string> => (Number.isNaN(Date.parse(at)) ? { at: t('Choose a day and a time.') } : {}),
    act: async () => goToMoment(at),
  })
  const zone = siteZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <Dialog title={t('As of…')} onClose={close}>
      <form className="fields" onSubmit={onSubmit} noValidate>
        <p className="words">
          {t('Lists, records, the chart, the menu and roles are shown as they were then, to be read only.')}
        </p>
        <p className="words">{t('A moment ahead shows what will be if everything that is planned happens.')}</p>
        <TextField
          label={t('Moment')}
          hint={t('Time zone: {zone}.', { zone })}
          name="at"
          type="datetime-local"
          isRequired
          autoFocus
          value={toLocal(at)}
          error={errorOf('at')}
          onChange={(event) => setAt(fromLocal(event.target.value))}
        />
        <Acts go={t('Show')} isBusy={isBusy} onClose={close} />
      </form>
    </Dialog>
  )
}

/** Asks which moment the back office shows, and leads there. */
export const askMoment = (): void => showDialog((close) => <MomentDialog key="moment" close={close} />)
