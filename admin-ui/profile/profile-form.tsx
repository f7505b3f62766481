import type { NameIn } from '../../domain/fields/values.ts'
import type { user } from '../../domain/resources/user.ts'
import { useEffect, useEffectEvent } from 'react'
import '../styles/profile.css'
import { TextArea, TextField } from '../../ui-shared/fields/text-field.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { KeptNotice } from '../../ui-shared/kept/kept-notice.tsx'
import { type KeptForm, useKeptForm } from '../../ui-shared/kept/use-kept-form.ts'
import type { UserMe } from '../../ui-shared/session/me.ts'
import { type ProfileField, useSettingsForm } from './use-settings-form.ts'

type OwnField = ProfileField & { name: NameIn<typeof user.fields> & keyof UserMe }

const fields: readonly OwnField[] = [
  { name: 'userName', label: 'Username', isRequired: true },
  { name: 'firstName', label: 'First name', isRequired: true },
  { name: 'lastName', label: 'Last name', isRequired: true },
  { name: 'phone', label: 'Phone', isRequired: true },
  { name: 'website', label: 'Website', isRequired: false },
  { name: 'facebook', label: 'Facebook', isRequired: false },
  { name: 'twitter', label: 'Twitter', isRequired: false },
]
const bio: OwnField = { name: 'bio', label: 'Short biography', isRequired: false }
const all = [...fields, bio]

const valuesOf = (me: UserMe): Record<string, string> => {
  const known: Record<string, unknown> = me
  return Object.fromEntries(all.map(({ name }) => [name, typeof known[name] === 'string' ? known[name] : '']))
}

type Props = { me: UserMe; onChanged: (count: number) => void }

// Only what differs from what is saved.
const typedOf = (values: Readonly<Record<string, string | undefined>>, saved: Readonly<Record<string, string>>) => {
  const typed = Object.entries(values).filter(([name, text]) => text !== undefined && text !== saved[name])
  return typed.length > 0 ? Object.fromEntries(typed) : null
}

const Fields = ({ me, onChanged, kept: { found, keep, drop } }: Props & { kept: KeptForm }) => {
  const saved = valuesOf(me)
  const { form, isBusy, onSubmit } = useSettingsForm(all, saved, me.version, false, onChanged, drop)
  const { errors } = form.formState
  const goOn = useEffectEvent(() => {
    for (const { name } of all) {
      const text = found?.values[name]
      if (typeof text === 'string') form.setValue(name, text, { shouldDirty: true })
    }
  })
  useEffect(() => goOn(), [])
  const listen = useEffectEvent((values: Readonly<Record<string, string | undefined>>) => keep(typedOf(values, saved)))
  useEffect(() => {
    const { unsubscribe } = form.watch((values, { type }) => {
      if (type === 'change') listen(values)
    })
    return unsubscribe
  }, [form])
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

/** Who one is and how to be reached. What was changed and not sent is kept on this device, since it is their own. */
export const ProfileForm = (props: Props) => {
  const kept = useKeptForm('profile/own')
  if (kept.found === undefined) return null
  return (
    <>
      <KeptNotice kept={kept} />
      <Fields key={kept.round} {...props} kept={kept} />
    </>
  )
}
