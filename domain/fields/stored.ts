import type { Json, JsonObject } from '../event.ts'
import type { Field, FieldKind } from './field.ts'
import type { Fields } from './values.ts'
import { isJsonObject, partsOf } from '../json.ts'

const isTexts = (value: Json): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

const asText = (value: Json): Json | undefined => {
  if (typeof value === 'string') return value
  if (value === null) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return isTexts(value) ? value.join(', ') : undefined
}

const asSecret = (value: Json): Json | undefined => {
  if (value === null || value === '') return null
  return typeof value === 'string' ? value : undefined
}

const asNumber = (value: Json): Json | undefined => {
  if (value === null || Number.isInteger(value)) return value
  if (value === '') return null
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : undefined
}

const asDecimal = (value: Json): Json | undefined => {
  if (value === null || (typeof value === 'number' && Number.isFinite(value))) return value
  if (value === '') return null
  return typeof value === 'string' && /^-?\d{1,15}(\.\d{1,6})?$/.test(value) ? Number(value) : undefined
}

const asIds = (value: Json): Json | undefined => {
  const ids = Array.isArray(value) ? value : [value]
  const read = ids.map(asNumber).filter((id) => id !== null)
  return read.every((id) => id !== undefined) ? read : undefined
}

const flags: ReadonlyMap<Json, boolean> = new Map<Json, boolean>([
  ['true', true],
  ['false', false],
  ['', false],
  [1, true],
  [0, false],
  [null, false],
])
const asFlag = (value: Json): Json | undefined => (typeof value === 'boolean' ? value : flags.get(value))

const isTime = (value: Json): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value))

const asMoment = (value: Json): Json | undefined => {
  if (value === null || value === '') return null
  if (!isTime(value)) return undefined
  return value.includes('T') ? value : new Date(value).toISOString()
}

const asDate = (value: Json): Json | undefined => {
  if (value === null || value === '') return null
  return isTime(value) && /^\d{4}-\d{2}-\d{2}/.test(value) ? value.slice(0, 10) : undefined
}

const asTexts = (value: Json): Json | undefined => {
  if (isTexts(value)) return value
  if (value === null) return []
  return typeof value === 'string' ? value.split(',').flatMap((word) => word.trim() || []) : undefined
}

type Reader = (value: Json, field: Field) => Json | undefined

const asObject: Reader = (value, { fields = {} }) => {
  if (value === null) return readParts(fields, {})
  return isJsonObject(value) ? readParts(fields, value) : undefined
}

const asEntry = (entry: Json, fields: Fields): JsonObject | undefined => {
  const parts = partsOf(entry)
  return typeof parts.id === 'number' ? { id: parts.id, ...readParts(fields, parts) } : undefined
}

const whole = (entries: readonly (Json | undefined)[]): Json | undefined =>
  entries.every((entry) => entry !== undefined) ? [...entries] : undefined

const asList: Reader = (value, { of }) => {
  if (value === null) return []
  if (!Array.isArray(value) || !of) return undefined
  if (of.kind === 'object') return whole(value.map((entry) => asEntry(entry, of.fields ?? {})))
  return whole(value.map((entry) => readers[of.kind](entry, of)))
}

const asTree: Reader = (value, field) => {
  if (value === null || value === undefined) return []
  if (!Array.isArray(value)) return undefined
  return whole(
    value.map((entry) => {
      const node = asEntry(entry, field.fields ?? {})
      const children = isJsonObject(entry) ? asTree(entry.children ?? [], field) : undefined
      return node && children !== undefined ? { ...node, children } : undefined
    }),
  )
}

const readers: Readonly<Record<FieldKind, Reader>> = {
  text: asText,
  longText: asText,
  html: asText,
  css: asText,
  email: asText,
  link: asText,
  choice: asText,
  state: asText,
  secret: asSecret,
  flag: asFlag,
  integer: asNumber,
  decimal: asDecimal,
  reference: asNumber,
  picture: asNumber,
  file: asNumber,
  references: asIds,
  date: asDate,
  moment: asMoment,
  emails: asTexts,
  permissions: asTexts,
  object: asObject,
  list: asList,
  tree: asTree,
}

const readValue = (name: string, field: Field, value: Json): Json => {
  const read = readers[field.kind](value, field)
  if (read === undefined) throw new TypeError(`the value of ${name} cannot be read as ${field.kind}`)
  return read
}

/** The parts of a composite value: one that it lacks takes its initial value, one that is not declared any more is left out. */
const readParts = (fields: Fields, parts: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, readValue(name, field, parts[name] ?? field.initial)]),
  )

/** The fields of an event as their kinds of today keep them; what is not declared any more stays as it is. */
export type ReadStored = (data: JsonObject) => JsonObject

/** Reads values stored under another kind of field, without the bounds of today. @throws TypeError naming the field, never the value */
export const storedReader =
  (fields: Fields): ReadStored =>
  (data) => {
    let read = data
    for (const [name, value] of Object.entries(data)) {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (!field) continue
      const known = readValue(name, field, value)
      if (known !== value) read = { ...read, [name]: known }
    }
    return read
  }
