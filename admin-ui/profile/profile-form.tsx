import '../styles/profile.css'
import { TextArea, TextField } from '../../ui-shared/fields/text-field.tsx'
import { t } from '../../ui-shared/i18n.ts'
import type { UserMe } from '../../ui-shared/session/me.ts'
import { type ProfileField, useSettingsForm } from './use-settings-form.ts'

const fields: readonly ProfileField[] = [
  { name: 'userName', label: 'Username', isRequired: true },
  { name: 'firstName', label: 'First name', isRequired: true },
  { name: 'lastName', label: 'Last name', isRequired: true },
  { name: 'phone', label: 'Phone', isRequired: true },
  { name: 'website', label: 'Website', isRequired: false },
  { name: 'facebook', label: 'Facebook', isRequired: false },
  { name: 'twitter', label: 'Twitter', isRequired: false },
]
const bio: ProfileField = { name: 'bio', label: 'Short biography', isRequired: false }
const all = [...fields, bio]

const valuesOf = (me: UserMe): Record<string, string> => {
  const known: Record<string, unknown> = me
  return Object.fromEntries(all.map(({ name }) => [name, typeof known[name] === 'string' ? known[name] : '']))
}

/** Who one is and how to be reached. */
export const ProfileForm = ({ me, onChanged }: { me: UserMe; onChanged: (count: number) => void }) => {
  const { form, isBusy, onSubmit } = useSettingsForm(all, valuesOf(me), me.version, false, onChanged)
  const { errors } = form.formState
  return (
    <form className="fields" onSubmit={(event) => void onSubmit(event)} noValidate aria-busy={isBusy}>
      <h2 className="caps legend">{t('Profile')}</h2>
      <div className="pair">
        {fields.map(({ name, label, isRequired }) => (
          <TextField
            key={name}
            label={t(label)}
            isRequired={isRequired}
            error={errors[name]?.message}
            readOnly={isBusy}
            {...form.register(name)}
          />
        ))}
      </div>
      <TextArea
        label={t(bio.label)}
        rows={3}
        error={errors.bio?.message}
        readOnly={isBusy}
        {...form.register(bio.name)}
      />
      <div>
        <button type="submit" className="btn go" disabled={isBusy}>
          {isBusy ? t('Please Wait') : t('Submit')}
        </button>
      </div>
    </form>
  )
}
