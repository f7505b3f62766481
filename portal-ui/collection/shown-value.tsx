import type { ReactNode } from 'react'
import type { Field, FieldKind } from '../../domain/fields/field.ts'
import { labelOf } from '../../domain/fields/label-of.ts'
import { formatCalendarDay, formatDateTime } from '../../ui-shared/date.tsx'
import { formatDecimal } from '../../ui-shared/fields/decimal.ts'
import { t } from '../../ui-shared/i18n.ts'
import { partsOf, textOf } from './text-of.ts'
import { AnyLink } from '../any-link.tsx'

type Shown = { value: unknown; field: Field; currency: string }
type Kind = (shown: Shown) => ReactNode

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const Text: Kind = ({ value }) => textOf(value)
const Word: Kind = ({ value, field }) => t(labelOf(field, textOf(value)) ?? textOf(value))
const named = (value: unknown): string => textOf(partsOf(value).name)
const Nothing: Kind = () => null

const Parts: Kind = ({ value, field: { fields = {} }, currency }) => (
  <Facts record={partsOf(value)} fields={fields} names={Object.keys(fields)} currency={currency} />
)

const Entries: Kind = ({ value, field, currency }) => (
  <ul>
    {listOf(value).map((entry, place) => (
      <li key={textOf(partsOf(entry).id) || place}>
        {field.of ? <ShownValue value={entry} field={field.of} currency={currency} /> : textOf(entry)}
      </li>
    ))}
  </ul>
)

const kinds: Readonly<Record<FieldKind, Kind>> = {
  text: Word,
  longText: ({ value }) => <span className="lines">{textOf(value)}</span>,
  html: Nothing,
  css: Nothing,
  flag: ({ value }) => (value === true ? t('Yes') : t('No')),
  integer: Text,
  decimal: ({ value, field, currency }) => (typeof value === 'number' ? formatDecimal(value, field, currency) : ''),
  date: ({ value }) => textOf(value) && formatCalendarDay(textOf(value)),
  moment: ({ value }) => textOf(value) && formatDateTime(textOf(value)),
  email: ({ value }) => <a href={`mailto:${textOf(value)}`}>{textOf(value)}</a>,
  emails: ({ value }) => listOf(value).map(textOf).join(', '),
  link: ({ value }) => (
    <AnyLink className="link" to={textOf(value)}>
      {textOf(value)}
    </AnyLink>
  ),
  picture: ({ value }) => <img src={textOf(value)} alt="" loading="lazy" />,
  file: ({ value }) => (
    <a className="link" href={textOf(value)} target="_blank" rel="noopener noreferrer">
      {decodeURIComponent(textOf(value).split('/').at(-1) ?? '')}
    </a>
  ),
  reference: ({ value }) => named(value),
  references: ({ value }) => listOf(value).map(named).filter(Boolean).join(', '),
  choice: Word,
  state: Word,
  permissions: Nothing,
  secret: Nothing,
  object: Parts,
  list: Entries,
  tree: Nothing,
}

/** A value of a record as employees read it, by the kind of its field. */
export const ShownValue = (shown: Shown) => {
  const Shape = kinds[shown.field.kind]
  return <Shape {...shown} />
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const isFile = ({ kind }: Field): boolean => kind === 'picture' || kind === 'file'

/** Fields of a record with their labels, one below the other; what is empty and what is no fact is left out. */
export const Facts = ({
  record,
  fields,
  names,
  currency,
}: {
  record: Readonly<Record<string, unknown>>
  fields: Readonly<Record<string, Field>>
  names: readonly string[]
  currency: string
}) => (
  <dl className="shown-fields">
    {names.map((name) => {
      const field = fields[name]
      const value = field && isFile(field) ? record[`${name}_url`] : record[name]
      if (!field || isEmpty(value) || kinds[field.kind] === Nothing) return null
      return (
        <div key={name}>
          <dt>{t(field.label)}</dt>
          <dd dir="auto">
            <ShownValue {...{ value, field, currency }} />
          </dd>
        </div>
      )
    })}
  </dl>
)
