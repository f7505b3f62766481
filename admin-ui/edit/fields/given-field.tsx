import type { Field } from '../../../domain/fields/field.ts'
import { labelOf } from '../../../domain/fields/label-of.ts'
import { formatDate, formatDateTime } from '../../../ui-shared/date.tsx'
import { t } from '../../../ui-shared/i18n.ts'
import { referenceOf, type Row, textOf } from '../../list/row.ts'

const wordsOf = (row: Row, name: string, field: Field): string => {
  const { kind } = field
  if (kind === 'link') return textOf(row, name)
  if (kind === 'reference') return referenceOf(row, name)?.name ?? ''
  if (kind === 'moment') return formatDateTime(textOf(row, name))
  if (kind === 'date') return formatDate(textOf(row, name))
  const value = textOf(row, name)
  return t(labelOf(field, value) ?? value)
}

const Given = ({ row, name, field }: { row: Row; name: string; field: Field }) => {
  const words = wordsOf(row, name, field)
  if (words === '') return <span className="dim">{t('None')}</span>
  if (field.kind !== 'link') return words
  return (
    <a className="link mono" href={words} target="_blank" rel="noopener noreferrer">
      {words}
    </a>
  )
}

/** A value that no form sets: where a record stands, or what the server said itself. */
export const GivenField = ({ name, field, row }: { name: string; field: Field; row: Row | null }) => (
  <div className="f">
    <div className="label">{t(field.label)}</div>
    <div className="line">{row ? <Given {...{ row, name, field }} /> : <span className="dim">{t('None')}</span>}</div>
    {field.hint && <p className="hint">{t(field.hint)}</p>}
  </div>
)
