import { isObject } from '../../../domain/json.ts'
import type { Field, FieldKind } from '../../../domain/fields/field.ts'
import { readDecimal, typedDecimal } from '../../../ui-shared/fields/decimal.ts'
import { readWholeNumber } from '../../../ui-shared/fields/whole-number.ts'
import { type Picture, linkOf } from '../../../ui-shared/fields/picture.ts'

/** What a control holds, and for composite fields their parts. Entries of lists and trees have an `id`, `new_…` until they are kept. */
export type FieldValue = string | number | boolean | Picture | null | readonly FieldValue[] | Parts
export type Parts = { readonly [part: string]: FieldValue }
/** An entry of a list of objects or of a tree. */
export type Entry = Parts & { readonly id: number | string }

/** A file that goes with a form, and the path that it belongs to. */
export type Upload = { path: string; file: File }
/** What the server reads in the place of a file that is sent along (commands/files/uploads.ts). */
const uploading = 2_147_483_647

/** The text that a control holds. */
export const asText = (value: FieldValue | undefined): string => (typeof value === 'string' ? value : '')

/** The file that a control holds. */
export const asPicture = (value: FieldValue | undefined): Picture | null =>
  isObject(value) && typeof value.link === 'string' && 'file' in value ? (value as Picture) : null

/** The texts that a control of many holds. */
export const asTexts = (value: FieldValue | undefined): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

/** The parts of an object or of an entry. */
export const asParts = (value: FieldValue | undefined): Parts => (isObject(value) ? (value as Parts) : {})

/** The values in a list. */
export const asItems = (value: FieldValue | undefined): readonly FieldValue[] => (Array.isArray(value) ? value : [])

const isEntry = (value: FieldValue): value is Entry => {
  const { id } = asParts(value)
  return typeof id === 'number' || typeof id === 'string'
}

/** The entries of a list of objects or of a tree. */
export const asEntries = (value: FieldValue | undefined): Entry[] => asItems(value).filter(isEntry)

let made = 0
/** The id of an entry that is new: no other of this record has it, also not one that a draft brings back. */
export const newId = (): string => `new_${Date.now().toString(36)}${(made++).toString(36)}`

/** True when two values are the same for the one who fills the form. */
export const isSame = (one: FieldValue | undefined, other: FieldValue | undefined): boolean => {
  if (one === other) return true
  if (one instanceof File || other instanceof File) return false
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]))
  if (!isObject(one) || !isObject(other)) return (one ?? '') === (other ?? '')
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => isSame(asParts(one)[name], asParts(other)[name]))
}

type Source = Readonly<Record<string, unknown>>

type ValueKind = {
  /** What the form of a new record holds. */
  blank(field: Field): FieldValue
  /** From a record or an entry as the API answers it. */
  read(source: Source, name: string, field: Field): FieldValue
  /** As it is sent; files are collected beside it. */
  send(value: FieldValue, field: Field, path: string, uploads: Upload[]): unknown
}

const textFrom = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

const text: ValueKind = {
  blank: ({ initial }) => textFrom(initial),
  read: (source, name) => textFrom(source[name]),
  send: (value) => (typeof value === 'boolean' ? String(value) : asText(value)),
}

const integer: ValueKind = {
  ...text,
  // As it is typed where it is no whole number in the reader's language: the server says what is wrong with it.
  send: (value) => String(readWholeNumber(asText(value)) ?? asText(value)),
}

const decimal: ValueKind = {
  ...text,
  read: (source, name, field) => {
    const value = source[name]
    return typeof value === 'number' ? typedDecimal(value, field) : ''
  },
  send: (value) => String(readDecimal(asText(value)) ?? asText(value)),
}

const flag: ValueKind = {
  blank: ({ initial }) => initial === true,
  // The wire also says it as text (docs/specification/wire.md#fields).
  read: (source, name) => source[name] === true || source[name] === 'true',
  send: (value) => String(value === true),
}

const file: ValueKind = {
  blank: () => null,
  read: (source, name) => {
    const [link, id] = [textFrom(source[`${name}_url`]), source[name]]
    return link === '' && typeof id !== 'number' ? null : { link, id: typeof id === 'number' ? id : null, file: null }
  },
  send: (value, _field, path, uploads) => {
    const picture = asPicture(value)
    if (!picture?.file) return picture?.id ?? null
    uploads.push({ path, file: picture.file })
    return uploading
  },
}

const idIn = (value: unknown): string => textFrom(isObject(value) ? value.id : value)

const reference: ValueKind = { ...text, read: (source, name) => idIn(source[name]) }

const several: ValueKind = {
  blank: () => [],
  read: (source, name) => (Array.isArray(source[name]) ? source[name].map(idIn) : []),
  send: (value) => asTexts(value),
}

const joined: ValueKind = {
  ...text,
  blank: () => '',
  read: (source, name) => (Array.isArray(source[name]) ? source[name].map(textFrom).join(', ') : ''),
}

const secret: ValueKind = {
  blank: () => '',
  read: () => '',
  // Null takes it away, an empty text leaves it as it is.
  send: (value) => (value === null ? null : asText(value)),
}

const blankParts = (fields: Field['fields'] = {}): Parts =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, blankOf(field)]))
const readParts = (fields: Field['fields'] = {}, source: unknown): Parts =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, readValue(isObject(source) ? source : {}, name, field)]),
  )
const sendParts = (fields: Field['fields'] = {}, value: FieldValue, path: string, uploads: Upload[]) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      sendValue(asParts(value)[name] ?? blankOf(field), field, `${path}.${name}`, uploads),
    ]),
  )

const object: ValueKind = {
  blank: ({ fields }) => blankParts(fields),
  read: (source, name, { fields }) => readParts(fields, source[name]),
  send: (value, { fields }, path, uploads) => sendParts(fields, value, path, uploads),
}

const listFrom = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const knownId = (item: unknown) => (isObject(item) && typeof item.id === 'number' ? item.id : newId())

const newSlot = (of: Field): Entry => ({ ...blankParts(of.fields), id: newId() })
/** True for a list that begins with empty entries; those that stay empty are not sent. */
export const hasSlots = ({ initial }: Field): boolean => listFrom(initial).length > 0
/** True for a new entry that nobody has filled. */
export const isEmptySlot = (item: FieldValue, { fields }: Field): boolean =>
  typeof asParts(item).id === 'string' && isSame({ ...asParts(item), id: '' }, { ...blankParts(fields), id: '' })

const list: ValueKind = {
  blank: ({ of, initial }) => (of?.kind === 'object' ? listFrom(initial).map(() => newSlot(of)) : []),
  read: (source, name, { of }) =>
    listFrom(source[name]).map((item) => {
      if (of?.kind === 'object') return { id: knownId(item), ...readParts(of.fields, item) }
      return of ? readValue({ item }, 'item', of) : null
    }),
  send: (value, field, path, uploads) =>
    asItems(value).flatMap((item, index) => {
      const { id } = asParts(item)
      const { of } = field
      if (of && hasSlots(field) && isEmptySlot(item, of)) return []
      if (of?.kind === 'object') return { id, ...sendParts(of.fields, item, `${path}[${textFrom(id)}]`, uploads) }
      return of ? sendValue(item, of, `${path}[${index}]`, uploads) : null
    }),
}

const tree: ValueKind = {
  blank: () => [],
  read: (source, name, field) =>
    listFrom(source[name]).map((node) => ({
      id: knownId(node),
      ...readParts(field.fields, node),
      children: isObject(node) ? tree.read(node, 'children', field) : [],
    })),
  send: (value, field, path, uploads) =>
    asEntries(value).map((node) => ({
      id: node.id,
      ...sendParts(field.fields, node, `${path}[${node.id}]`, uploads),
      children: tree.send(node.children ?? [], field, path, uploads),
    })),
}

const kinds: Readonly<Record<FieldKind, ValueKind>> = {
  text,
  longText: text,
  html: text,
  css: text,
  email: text,
  link: text,
  integer,
  decimal,
  date: text,
  moment: text,
  choice: text,
  state: text,
  flag,
  picture: file,
  file,
  reference,
  references: several,
  permissions: several,
  emails: joined,
  secret,
  object,
  list,
  tree,
}

/** What the form of a new record, or a new entry, holds. */
export const blankOf = (field: Field): FieldValue => kinds[field.kind].blank(field)

/** The value of a field from a record as the API answers it. */
export const readValue = (source: Source, name: string, field: Field): FieldValue =>
  kinds[field.kind].read(source, name, field)

/** A value as it is sent. Files go into `uploads` with their paths; in their places stands a number that no file has. */
export const sendValue = (value: FieldValue, field: Field, path: string, uploads: Upload[]): unknown =>
  kinds[field.kind].send(value, field, path, uploads)

/** A value that was kept on this device: its files get a living address. */
export const revived = (value: FieldValue): FieldValue => {
  const picture = asPicture(value)
  if (picture) return picture.file ? { ...picture, link: linkOf(picture.file) } : picture
  if (Array.isArray(value)) return value.map(revived)
  if (!isObject(value) || value instanceof File) return value
  return Object.fromEntries(Object.entries(asParts(value)).map(([name, part]) => [name, revived(part)]))
}
