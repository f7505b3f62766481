import { searchableText } from '../../domain/comparable.ts'
import { wordsOf } from '../../domain/json.ts'
import type { Json, JsonObject } from '../../domain/event.ts'
import type { FieldKind } from '../../domain/fields/field.ts'
import type { Resource } from '../../domain/resource.ts'

// Longer texts are read, and found by nobody who does not know them by heart.
const longest = 80

const kinds: ReadonlySet<FieldKind> = new Set([
  'text',
  'choice',
  'state',
  'flag',
  'integer',
  'decimal',
  'date',
  'moment',
  'link',
  'reference',
  'references',
])

/** A value of a field as the trail is searched for it: `stage=approved`, `title=` for none; null for a longer one. */
export const saidValue = (field: string, value: Json): string | null => {
  const text = typeof value === 'boolean' ? String(value) : searchableText(wordsOf(value))
  return text.length > longest ? null : `${field}=${text}`
}

/** The fields of a resource whose values the trail can be searched for: short ones, and nothing personal. */
export const soughtFields = ({ fields }: Pick<Resource, 'fields'>): ReadonlySet<string> =>
  new Set(
    Object.entries(fields).flatMap(([name, { kind, isPersonal }]) => (kinds.has(kind) && !isPersonal ? [name] : [])),
  )

/** What an event says of these fields, each as `saidValue`. */
export const saidValues = (sought: ReadonlySet<string>, data: JsonObject): string[] => {
  const said: string[] = []
  for (const name in data) {
    if (!sought.has(name)) continue
    const value = data[name] ?? null
    for (const one of Array.isArray(value) ? value : [value]) {
      const text = saidValue(name, one)
      if (text !== null) said.push(text)
    }
  }
  return said
}
