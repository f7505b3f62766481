import { TextField } from '../fields/text-field.tsx'
import { t } from '../i18n.ts'

/** Asks for the password that somebody has, before what touches their signing in. */
export const OwnPassword = ({
  isBusy,
  error,
  ...given
}: {
  isBusy: boolean
  error: string | undefined
  autoFocus?: boolean
  defaultValue?: string
}) => (
  <TextField
    label={t('Your password')}
    name="password"
    type="password"
    autoComplete="current-password"
    isRequired
    readOnly={isBusy}
    error={error}
    {...given}
  />
)

/** The end of a form in a dialog: out of it, or on with it. `go` is what the form does, `isDanger`: for good. */
export const Acts = ({
  go,
  isBusy,
  isDanger = false,
  onClose,
}: {
  go: string
  isBusy: boolean
  isDanger?: boolean
  onClose: () => void
}) => (
  <div className="acts">
    <button type="button" className="btn bare first" onClick={onClose}>
      {t('Cancel')}
    </button>
    <button type="submit" className={isDanger ? 'btn go danger' : 'btn go'} disabled={isBusy}>
      {isBusy ? t('Please Wait') : go}
    </button>
  </div>
)
