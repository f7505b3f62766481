import { TextField } from '../../ui-shared/fields/text-field.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { markPasswordChanged } from '../../ui-shared/session/password-changed.ts'
import { type ProfileField, useSettingsForm } from './use-settings-form.ts'

const fields: readonly ProfileField[] = [
  { name: 'oldPassword', label: 'Old password', isRequired: true },
  { name: 'newPassword', label: 'New password', isRequired: true },
  { name: 'newPasswordConfirm', label: 'Password confirm', isRequired: true },
]
const empty = { oldPassword: '', newPassword: '', newPasswordConfirm: '' }

/** Changes one's password; every sign-in of the person ends with it, and the sign-in page says why. */
export const PasswordForm = ({ onChanged }: { onChanged: (count: number) => void }) => {
  const { form, isBusy, onSubmit } = useSettingsForm(fields, empty, undefined, true, onChanged, markPasswordChanged)
  const { errors } = form.formState
  const hint = t('Must be at least 8 characters, letters and digits.')
  return (
    <form className="fields" onSubmit={(event) => void onSubmit(event)} noValidate aria-busy={isBusy}>
      <h2 className="caps legend">{t('Change password')}</h2>
      {fields.map(({ name, label, isRequired }) => (
        <TextField
          key={name}
          label={t(label)}
          isRequired={isRequired}
          type="password"
          autoComplete={name === 'oldPassword' ? 'current-password' : 'new-password'}
          error={errors[name]?.message}
          readOnly={isBusy}
          {...(name === 'newPassword' ? { hint } : {})}
          {...form.register(name)}
        />
      ))}
      <div>
        <button type="submit" className="btn go" disabled={isBusy}>
          {isBusy ? t('Please Wait') : t('Submit')}
        </button>
      </div>
    </form>
  )
}
