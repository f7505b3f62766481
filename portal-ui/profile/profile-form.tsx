import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { NameIn } from '../../domain/fields/values.ts'
import type { employee } from '../../domain/resources/employee.ts'
import { writtenSchema } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import { missing, useSubmit } from '../../ui-shared/auth/use-submit.ts'
import { TextArea, TextField } from '../../ui-shared/fields/text-field.tsx'
import { say, t } from '../../ui-shared/i18n.ts'
import { KeptNotice } from '../../ui-shared/kept/kept-notice.tsx'
import { keptTexts } from '../../ui-shared/kept/kept-texts.ts'
import { type KeptForm, useKeptForm } from '../../ui-shared/kept/use-kept-form.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { undoOfOwn } from '../../ui-shared/profile/undo-own.ts'
import { leaveTo, signInOf } from '../../ui-shared/session/apps.ts'
import type { EmployeeMe } from '../../ui-shared/session/me.ts'
import { markPasswordChanged } from '../../ui-shared/session/password-changed.ts'
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
] as const satisfies readonly NameIn<typeof employee.fields>[]

/** What the photo is sent as. */
export const photoField = 'thumbnail' satisfies NameIn<typeof employee.fields>

type Props = { me: EmployeeMe; photo: File | null; onSaved: () => void }

const required = (name: string) => t('{name} is required', { name })

/** What is sent of the form: what differs, a new password, and the photo that was chosen above. */
const bodyOf = (me: EmployeeMe, fields: Record<string, string>, photo: File | null) => {
  const changed = texts.filter((name) => fields[name] !== (me[name] ?? ''))
  const said = [...changed, ...(fields.password ? ['password'] : [])].map((name) => [name, fields[name] ?? ''] as const)
  if (!photo) return Object.fromEntries(said)
  const form = new FormData()
  for (const [name, value] of said) form.set(name, value)
  form.set(photoField, photo)
  return form
}

/** The form of these texts, whose inputs follow what is saved elsewhere or taken back, where nothing else was typed. */
const useFollowing = (saved: Readonly<Record<string, string>>, version: number | undefined) => {
  const form = useRef<HTMLFormElement>(null)
  const before = useRef(saved)
  const follow = useEffectEvent(() => {
    for (const [name, text] of Object.entries(saved)) {
      const control = form.current?.elements.namedItem(name)
      const isText = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement
      if (isText && control.value === before.current[name]) control.value = text
    }
    before.current = saved
  })
  useEffect(() => follow(), [version])
  return form
}

const Fields = ({ me, photo, onSaved, kept }: Props & { kept: KeptForm }) => {
  const client = useQueryClient()
  const saved = Object.fromEntries(texts.map((name) => [name, me[name] ?? '']))
  const { textOf, onInput } = keptTexts(kept, saved)
  const form = useFollowing(saved, me.version)
  const { isBusy, errorOf, onSubmit } = useSubmit({
    check: (fields) =>
      missing(fields, { fullname: required(t('Fullname')), display_name: required(t('Display name')) }),
    act: async (fields) => {
      const body = bodyOf(me, fields, photo)
      const written = await api.put(`/employee/${me.id}`, { body, as: writtenSchema })
      if (fields.password) markPasswordChanged()
      onSaved()
      await kept.drop()
      if (fields.password) return leaveTo(signInOf(me.type))
      // A photo that made way is gone for good.
      toastSuccess(say(written.message), photo && me.pic ? undefined : undoOfOwn(client, written))
      await client.invalidateQueries(meQuery)
    },
    onRefused: showError,
  })
  const field = (name: (typeof texts)[number], label: string) => ({
    name,
    label,
    defaultValue: textOf(name),
    error: errorOf(name),
    readOnly: isBusy,
  })
  return (
    <form ref={form} className="fields" noValidate onSubmit={onSubmit} onInput={onInput}>
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

/**
 * What an employee changes of themselves, the chosen `photo` with it. A new password ends every sign-in. What was changed and not sent is
 * kept on this device, since it is their own; never a password, and nothing that they did not change.
 */
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
