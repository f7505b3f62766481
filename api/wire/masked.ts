import { erasedText, type Json } from '../../domain/event.ts'
import type { Field } from '../../domain/fields/field.ts'
import { fieldsWithin, isFile } from '../../domain/fields/walk.ts'
import { isObject } from '../../domain/json.ts'
import { employees } from '../../domain/person.ts'
import { holdsPersonal, masked, personalText } from '../../domain/people/masked.ts'
import { isNamedPersonally, sightOf } from '../../domain/people/personal.ts'
import type { Resource } from '../../domain/resource.ts'
import { endsOf } from './adapters/ends.ts'
import type { Session } from '../server/route.ts'
import type { Row, Services } from '../server/services.ts'
import type { Change, HistoryEntry } from './history.ts'

type Known = Pick<Services, 'resources'>
type Reader = Pick<Session, 'perms'>

/** The resources that a reader sees nothing of, or not what is personal in them. */
export const hiddenFrom = ({ resources }: Known, { perms }: Reader): ReadonlySet<string> =>
  new Set(resources.filter((resource) => sightOf(resource, perms) !== 'whole').map(({ name }) => name))

/** Whether names of the records of a resource are hidden from a reader. */
export const hidesNames = ({ resources }: Known, { perms }: Reader): ((name: string) => boolean) => {
  const hiding = new Set(
    resources
      .filter((resource) => isNamedPersonally(resource) && sightOf(resource, perms) !== 'whole')
      .map(({ name }) => name),
  )
  return (name) => hiding.has(name)
}

const unnamed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(unnamed)
  return isObject(value) && typeof value.name === 'string' ? { ...value, name: personalText, slug: null } : value
}

/** A value of a row in which records are named: names that the reader may not know are gone, also inside of lists and objects. */
const withoutNames = (field: Field, value: unknown, hides: (name: string) => boolean): unknown => {
  if (field.references !== undefined) return !isFile(field) && hides(field.references) ? unnamed(value) : value
  if (!fieldsWithin(field).some(({ references }) => references !== undefined && hides(references))) return value
  if (Array.isArray(value)) return value.map((item) => withoutNames(field, item, hides))
  if (!isObject(value)) return value
  const parts = field.fields ?? field.of?.fields ?? {}
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const of = name === 'children' ? field : parts[name]
      return [name, of ? withoutNames(of, part, hides) : part]
    }),
  )
}

// What a row holds was read from columns and JSON.
const asJson = (value: unknown) => (value ?? null) as Json

/** What a reader sees of rows of a resource, before they get their names on the wire. */
export const rowsFor = (known: Known, resource: Resource, reader: Reader): ((row: Row) => Row) => {
  if (sightOf(resource, reader.perms) === 'whole') return (row) => row
  const hides = hidesNames(known, reader)
  const names = Object.entries(resource.fields)
  // Whoever made it or changed it last may be whom it tells of.
  const isByThemselves = resource.author !== undefined || resource.isPerson
  return (row) => {
    const seen: Row = { ...row, ...(isNamedPersonally(resource) ? { label: personalText } : {}) }
    if (isByThemselves && row.changed_by) seen.changed_by = personalText
    if (isByThemselves && row.created_by) seen.created_by = personalText
    for (const [name, field] of names) {
      if (!(name in row)) continue
      seen[name] = withoutNames(field, holdsPersonal(field) ? masked(field, asJson(row[name])) : row[name], hides)
      if (field.isPersonal && `${name}_url` in row) seen[`${name}_url`] = null
    }
    return seen
  }
}

/** The other ends of a record's relations as a reader sees them. */
export const endsFor = (known: Known, resource: Resource, ends: Row, reader: Reader): Row => {
  const hides = hidesNames(known, reader)
  const hidden = new Set(endsOf(known, resource).flatMap(({ end }) => (hides(end.holder) ? [end.name] : [])))
  return Object.fromEntries(
    Object.entries(ends).map(([name, found]) => [name, hidden.has(name) ? unnamed(found) : found]),
  )
}

/** What somebody who acted is called for a reader: staff by their names, employees only for whoever may know these. */
export const actorNameFor = (known: Known, reader: Reader): ((type: string, name: string) => string) => {
  const hides = hidesNames(known, reader)
  return (type, name) => (type === employees && hides(type) ? personalText : name)
}

const hiddenText = (value: Json): Json =>
  value === null || value === '' || value === erasedText ? value : personalText

/** The field that a change is about: of the record, or of what its verb was given. */
export const fieldOfChange = (resource: Resource, action: string, name: string): Field | undefined =>
  resource.fields[name] ?? resource.verbs[action]?.input?.[name]

// Of what is declared no more nobody knows whether it was personal.
const isHidden = (field: Field | undefined, name: string) =>
  field ? field.isPersonal : name !== 'slug' && name !== 'status'

/** What an event changed, as a reader sees it who may not know what is personal. */
export const maskedChange = (resource: Resource, action: string, change: Change): Change => {
  const field = fieldOfChange(resource, action, change.field)
  if (change.isSecret) return change
  if (isHidden(field, change.field))
    return { ...change, from: hiddenText(change.from), to: hiddenText(change.to), isPersonal: true }
  return field ? { ...change, from: masked(field, change.from), to: masked(field, change.to) } : change
}

/** The history of a record as a reader sees it. */
export const historyFor = (
  resource: Resource,
  entries: readonly HistoryEntry[],
  { perms }: Reader,
): readonly HistoryEntry[] =>
  sightOf(resource, perms) === 'whole'
    ? entries
    : entries.map((entry) => ({
        ...entry,
        changes: entry.changes.map((change) => maskedChange(resource, entry.action, change)),
      }))
