import { useQueryClient } from '@tanstack/react-query'
import { writtenSchema } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import { missing, useSubmit } from '../../ui-shared/auth/use-submit.ts'
import { TextArea, TextField } from '../../ui-shared/fields/text-field.tsx'
import { say, t } from '../../ui-shared/i18n.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { leaveTo } from '../../ui-shared/session/apps.ts'
import type { EmployeeMe } from '../../ui-shared/session/me.ts'
import { meQuery } from '../../ui-shared/session/session.ts'

const texts = [
  'fullname',
  'display_name',
  'phone_number',
  'linkedln',
  'facebook',
  'instagram',
  'office_address',
  'office_phone',
] as const

const required = (name: string) => t('{name} is required', { name })

/** What an employee changes of themselves; only what differs is sent. A new password ends every sign-in. */
export const ProfileForm = ({ me }: { me: EmployeeMe }) => {
  const client = useQueryClient()
  const { isBusy, errorOf, onSubmit } = useSubmit({
    check: (fields) =>
      missing(fields, { fullname: required(t('Fullname')), display_name: required(t('Display name')) }),
    act: async (fields) => {
      const changed = texts.filter((name) => fields[name] !== (me[name] ?? ''))
      const { password } = fields
      const body = {
        ...Object.fromEntries(changed.map((name) => [name, fields[name]])),
        ...(password ? { password } : {}),
      }
      try {
        const { message } = await api.put(`/employee/${me.id}`, { body, as: writtenSchema })
        toastSuccess(say(message))
        if (password) return leaveTo('/auth/employee')
        await client.invalidateQueries(meQuery)
      } catch (error) {
        showError(error)
        throw error
      }
    },
  })
  const field = (name: (typeof texts)[number], label: string) => ({
    name,
    label,
    defaultValue: me[name] ?? '',
    error: errorOf(name),
    readOnly: isBusy,
  })
  return (
    <form className="fields" noValidate onSubmit={onSubmit}>
      <TextField {...field('fullname', t('Fullname'))} isRequired autoComplete="name" />
      <TextField {...field('display_name', t('Display name'))} isRequired />
      <TextField {...field('phone_number', t('Phone number'))} type="tel" autoComplete="tel" />
      <TextField
        label={t('Password')}
        name="password"
        type="password"
        autoComplete="new-password"
        hint={t('Must be at least 8 characters, letters and digits.')}
        error={errorOf('password')}
        readOnly={isBusy}
      />
      <TextField {...field('linkedln', t('LinkedIn'))} />
      <TextField {...field('facebook', t('Facebook'))} />
      <TextField {...field('instagram', t('Instagram'))} />
      <TextArea {...field('office_address', t('Office address'))} rows={3} />
      <TextField {...field('office_phone', t('Office phone'))} type="tel" />
      <button type="submit" className="btn go" disabled={isBusy}>
        {isBusy ? t('Please Wait') : t('Submit')}
      </button>
    </form>
  )
}
