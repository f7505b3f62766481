import { useState } from 'react'
import { Outcome } from '../../ui-shared/auth/auth-page.tsx'
import { missing, useSubmit } from '../../ui-shared/auth/use-submit.ts'
import type { Written } from '../../ui-shared/api/answers.ts'
import { Field } from '../../ui-shared/fields/field.tsx'
import { SuggestBox } from '../../ui-shared/fields/suggest-box.tsx'
import type { Suggestion } from '../../ui-shared/fields/suggest.tsx'
import { TextField } from '../../ui-shared/fields/text-field.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { KeptNotice } from '../../ui-shared/kept/kept-notice.tsx'
import { type KeptForm, useKeptForm } from '../../ui-shared/kept/use-kept-form.ts'
import { Dialog } from '../../ui-shared/overlay/dialog.tsx'
import { Acts } from '../../ui-shared/profile/small-form.tsx'
import type { EmployeeMe } from '../../ui-shared/session/me.ts'
import { askDirectory } from '../employee/directory-queries.ts'
import { type OwnAbsence, saveAbsence, today } from './absence-calls.ts'

type Typed = { from: string; until: string; standIn: string; name: string }

const typedOf = (absence: OwnAbsence | null): Typed => ({
  from: absence?.from ?? '',
  until: absence?.until ?? '',
  standIn: String(absence?.stand_in?.id ?? ''),
  name: absence?.stand_in?.name ?? '',
})

const textIn = (values: Readonly<Record<string, unknown>> | undefined, name: keyof Typed, usual: Typed): string => {
  const value = values?.[name]
  return typeof value === 'string' ? value : usual[name]
}

const begun = ({ found }: KeptForm, usual: Typed): Typed => ({
  from: textIn(found?.values, 'from', usual),
  until: textIn(found?.values, 'until', usual),
  standIn: textIn(found?.values, 'standIn', usual),
  name: textIn(found?.values, 'name', usual),
})

const most = 8

const colleagues =
  (me: EmployeeMe) =>
  async (keyword: string): Promise<Suggestion[]> => {
    if (keyword === '') return []
    const { data } = await askDirectory({ by: 'division', keyword })
    return data
      .flatMap(({ employee }) => employee)
      .filter(({ id }) => id !== me.id)
      .slice(0, most)
      .map(({ id, fullname, title }) => ({ value: String(id), label: fullname, note: title?.title_name ?? '' }))
  }

type Props = {
  me: EmployeeMe
  /** Null for a new one. */
  absence: OwnAbsence | null
  onSaved: (written: Written) => void
  onClose: () => void
}

/** Whoever stands in, found by their name; an empty box is nobody. */
const StandIn = ({
  me,
  typed,
  error,
  isBusy,
  onChange,
}: {
  me: EmployeeMe
  typed: Typed
  error: string | undefined
  isBusy: boolean
  onChange: (change: Partial<Typed>) => void
}) => (
  <Field label={t('Stand-in')} error={error}>
    {({ id, labelId, ...ties }) => (
      <SuggestBox
        {...{ id, labelId }}
        describedBy={ties['aria-describedby']}
        isInvalid={error !== undefined}
        isReadOnly={isBusy}
        name="stand_in"
        placeholder={t('search by name')}
        text={typed.name}
        onText={(name) => onChange({ name, standIn: '' })}
        onChoose={({ value, label }) => onChange({ name: label, standIn: value })}
        find={colleagues(me)}
      />
    )}
  </Field>
)

const checkOf = ({ from, until, standIn, name }: Typed): Record<string, string> => ({
  ...missing(
    { from, until },
    {
      from: t('{name} is required', { name: t('First day') }),
      until: t('{name} is required', { name: t('Last day') }),
    },
  ),
  ...(from && until && until < from
    ? { until: t('{label} is before {earlier}', { label: t('Last day'), earlier: t('First day') }) }
    : {}),
  ...(until && until < today() ? { until: t('This day is over.') } : {}),
  ...(name.trim() && !standIn ? { stand_in: t('Choose a colleague from the list.') } : {}),
})

const Form = ({ me, absence, onSaved, onClose, kept }: Props & { kept: KeptForm }) => {
  const usual = typedOf(absence)
  const [typed, setTyped] = useState(() => begun(kept, usual))
  const change = (part: Partial<Typed>) => {
    const next = { ...typed, ...part }
    setTyped(next)
    kept.keep(JSON.stringify(next) === JSON.stringify(usual) ? null : next)
  }
  const { isBusy, refusal, errorOf, onSubmit } = useSubmit({
    check: () => checkOf(typed),
    act: async () => {
      const { from, until, standIn } = typed
      const said = { id: absence?.id ?? null, from, until, stand_in: standIn ? Number(standIn) : null }
      const written = await saveAbsence(me.id, said.id, said)
      await kept.drop()
      onSaved(written)
    },
  })
  const day = (name: 'from' | 'until', label: string) => ({
    name,
    label,
    type: 'date',
    isRequired: true,
    max: '9999-12-31',
    value: typed[name],
    error: errorOf(name),
    readOnly: isBusy,
    onChange: ({ target }: { target: HTMLInputElement }) => change({ [name]: target.value }),
  })
  const isPlaced = ['from', 'until', 'stand_in'].some((name) => errorOf(name) !== undefined)
  return (
    <form className="fields" noValidate onSubmit={onSubmit} aria-busy={isBusy}>
      <KeptNotice kept={kept} />
      {refusal && !isPlaced && <Outcome isGood={false}>{refusal.join(' ')}</Outcome>}
      <TextField {...day('from', t('First day'))} data-first-focus />
      <TextField {...day('until', t('Last day'))} />
      <StandIn {...{ me, typed, isBusy }} error={errorOf('stand_in')} onChange={change} />
      <Acts go={t('Save')} isBusy={isBusy} onClose={onClose} />
    </form>
  )
}

/** Says from when to when one is away, and who stands in. What is typed is kept until it is sent, also when the dialog is closed. */
export const AbsenceDialog = (props: Props) => {
  const { absence, onClose } = props
  const kept = useKeptForm(`profile/absence/${absence?.id ?? 'new'}`)
  return (
    <Dialog title={t('Absence')} onClose={onClose}>
      {kept.found !== undefined && <Form key={kept.round} {...props} kept={kept} />}
    </Dialog>
  )
}
