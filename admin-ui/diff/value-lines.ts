import { asJson, isObject } from '../../domain/json.ts'
import type { Field, FieldKind } from '../../domain/fields/field.ts'
import { labelOf } from '../../domain/fields/label-of.ts'
import { formatCalendarDay, formatDateTime } from '../../ui-shared/date.tsx'
import { formatDecimal } from '../../ui-shared/fields/decimal.ts'
import { t } from '../../ui-shared/i18n.ts'
import { readableText } from './readable.ts'

/** What a record is called, by resource and id. */
export type NameOf = (resource: string, id: string) => string

type Lines = (value: unknown, field: Field, nameOf: NameOf) => string[]

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const idOf = (value: unknown): string => textOf(isObject(value) ? value.id : value)
const filled = (texts: readonly string[]) => texts.filter((text) => text !== '')

const plain: Lines = (value, field) =>
  filled([textOf(value)]).map((text) => {
    const label = labelOf(field, text)
    return label === null ? text : t(label)
  })
const word: Lines = (value, field) => filled([textOf(value)]).map((text) => t(labelOf(field, text) ?? text))
const joined: Lines = (value) => filled([typeof value === 'string' ? value : listOf(value).map(textOf).join(', ')])

const file: Lines = (value) => {
  if (value === null || value === undefined || value === '') return []
  const name = isObject(value) && value.file instanceof File ? value.file.name : idOf(value)
  return [`[${t('File')} ${name}]`]
}

const reference: Lines = (value, { references = '' }, nameOf) =>
  filled([idOf(value)]).map((id) => nameOf(references, id))

// The parts of an entry on one line; what says nothing is left out.
const entryLine = (value: unknown, fields: Field['fields'], nameOf: NameOf): string =>
  Object.entries(fields ?? {})
    .flatMap(([name, field]) => valueLines(isObject(value) ? value[name] : undefined, field, nameOf))
    .join(' · ')

// What a review sends is kept as JSON.
const partsOf = (value: unknown): Record<string, unknown> => {
  const read = typeof value === 'string' ? asJson(value) : { values: value }
  return isObject(read) && isObject(read.values) ? read.values : {}
}

const object: Lines = (value, { fields = {} }, nameOf) =>
  Object.entries(fields).flatMap(([name, field]) => {
    const said = valueLines(partsOf(value)[name], field, nameOf)
    return said.map((line) => `${t(field.label)}: ${line}`)
  })

const list: Lines = (value, { of }, nameOf) =>
  listOf(value).map((item) => {
    if (!of) return ''
    return `• ${of.kind === 'object' ? entryLine(item, of.fields, nameOf) : valueLines(item, of, nameOf).join(' ')}`
  })

const nodes = (value: unknown, field: Field, nameOf: NameOf, level: number): string[] =>
  listOf(value).flatMap((node) => [
    `${'\u2003'.repeat(level)}• ${entryLine(node, field.fields, nameOf)}`,
    ...nodes(isObject(node) ? node.children : [], field, nameOf, level + 1),
  ])

const kinds: Readonly<Record<FieldKind, Lines>> = {
  text: plain,
  longText: plain,
  css: plain,
  email: plain,
  link: plain,
  integer: plain,
  decimal: (value, field) => (typeof value === 'number' ? [formatDecimal(value, field)] : []),
  html: (value) => filled(readableText(textOf(value)).split('\n')),
  choice: word,
  state: word,
  date: (value) => filled([textOf(value) && formatCalendarDay(textOf(value))]),
  moment: (value) => filled([textOf(value) && formatDateTime(textOf(value))]),
  flag: (value) => (typeof value === 'boolean' ? [value ? t('Yes') : t('No')] : []),
  emails: joined,
  permissions: joined,
  picture: file,
  file,
  reference,
  references: (value, field, nameOf) => listOf(value).flatMap((one) => reference(one, field, nameOf)),
  secret: () => [],
  object,
  list,
  tree: (value, field, nameOf) => nodes(value, field, nameOf, 0),
}

/** A value of a record, an event or a form in lines for people: one for each entry of a list, indented for a tree. */
export const valueLines = (value: unknown, field: Field, nameOf: NameOf): string[] =>
  kinds[field.kind](value, field, nameOf)
