import type { Json } from '../../domain/event.ts'
import type { Field } from '../../domain/fields/field.ts'
import { isFile, mapLeaves, pointsAt } from '../../domain/fields/walk.ts'
import { wordsOf } from '../../domain/json.ts'
import { readText, type Say } from '../../domain/texts/read-text.ts'
import type { Names, Told } from './change-names.ts'
import type { Change } from './history.ts'
import { fieldOfChange } from './masked.ts'

const named = (field: Field, value: Json, names: Names): Json =>
  mapLeaves('', field, value, (leaf) => {
    const at = isFile(leaf.field) ? null : pointsAt(leaf)
    if (!at) return leaf.value
    const found = at.ids.map((id) => ({ id, name: names[`${at.to}-${id}`] ?? `#${id}` }))
    return leaf.field.kind === 'references' ? found : (found[0] ?? null)
  })

const textOf = (field: Field | undefined, value: Json, names: Names, say: Say): string => {
  if (value === null) return ''
  // What is masked is a text whatever its field holds.
  if (!field || typeof value === 'string') return field ? readText(value, field, say) : wordsOf(value)
  return readText(named(field, value, names), field, say)
}

/** What was changed as people read it, beside what it was: of a secret nothing. */
export const changeText = (
  { resource, action }: Pick<Told, 'resource' | 'action'>,
  change: Change,
  names: Names,
  say: Say,
) => {
  const field = fieldOfChange(resource, action, change.field)
  const [fromText, toText] = [change.from, change.to].map((value) => textOf(field, value, names, say))
  return { ...change, fromText: fromText ?? '', toText: change.isSecret ? say('changed') : (toText ?? '') }
}
