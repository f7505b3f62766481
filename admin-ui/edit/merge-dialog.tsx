import { useState } from 'react'
import type { Resource } from '../../domain/resource.ts'
import type { Option } from '../../ui-shared/api/answers.ts'
import { t } from '../../ui-shared/i18n.ts'
import { Dialog } from '../../ui-shared/overlay/dialog.tsx'
import { useOptions } from '../list/options.ts'
import { asPicture, type FieldValue, type FormValues } from './form-values.ts'
import type { Side } from './merge.ts'

const sides: readonly { side: Side; label: string }[] = [
  { side: 'mine', label: 'Yours' },
  { side: 'theirs', label: 'Theirs, saved meanwhile' },
  { side: 'before', label: 'As it was before both' },
]

const plain = (value: FieldValue | undefined): string => {
  if (value === true) return t('Yes')
  if (value === false) return t('No')
  return typeof value === 'string' && value !== '' ? value : t('empty')
}

const Value = ({ value, options }: { value: FieldValue | undefined; options: readonly Option[] | null }) => {
  const picture = asPicture(value)
  if (picture) {
    return (
      <span className="pic">
        <img src={picture.link} alt="" />
      </span>
    )
  }
  const named = options?.find((option) => String(option.value) === value)
  return <span className="text">{named?.label ?? plain(value)}</span>
}

const Choice = ({
  resource,
  name,
  values,
  chosen,
  onChoose,
}: {
  resource: Resource
  name: string
  values: Readonly<Record<Side, FormValues>>
  chosen: Side
  onChoose: (side: Side) => void
}) => {
  const field = resource.fields[name]
  const { data } = useOptions(field?.references && field.kind === 'reference' ? field.references : resource.name)
  return (
    <fieldset>
      <legend>{t(field?.label ?? name)}</legend>
      {sides.map(({ side, label }) => (
        <label key={side} className="check-line">
          <input type="radio" name={`merge-${name}`} checked={chosen === side} onChange={() => onChoose(side)} />
          <span>
            <small>{t(label)}</small>
            <Value value={values[side][name]} options={field?.kind === 'reference' ? (data ?? []) : null} />
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** Somebody saved meanwhile, and both changed the same fields: which value stands, field by field (spec/decisions X13). */
export const MergeDialog = ({
  resource,
  conflicts,
  values,
  onSettle,
  onClose,
}: {
  resource: Resource
  conflicts: readonly string[]
  values: Readonly<Record<Side, FormValues>>
  onSettle: (choices: Record<string, Side>) => void
  onClose: () => void
}) => {
  const [choices, setChoices] = useState<Record<string, Side>>(() =>
    Object.fromEntries(conflicts.map((name) => [name, 'mine'])),
  )
  return (
    <Dialog title={t('Somebody saved this meanwhile')} size="wide" onClose={onClose}>
      <p className="words">
        {t('Both of you changed the fields below. Choose what stands; everything else was brought together.')}
      </p>
      <div className="merge">
        {conflicts.map((name) => (
          <Choice
            key={name}
            resource={resource}
            name={name}
            values={values}
            chosen={choices[name] ?? 'mine'}
            onChoose={(side) => setChoices({ ...choices, [name]: side })}
          />
        ))}
      </div>
      <div className="acts">
        <button type="button" className="btn" onClick={onClose}>
          {t('Back to the form')}
        </button>
        <button type="button" className="btn go" onClick={() => onSettle(choices)}>
          {t('Save these')}
        </button>
      </div>
    </Dialog>
  )
}
