import type { Field } from '../fields/field.ts'
import { labelOf } from '../fields/label-of.ts'
import { isObject, textOf, wordsOf } from '../json.ts'
import type { Message } from '../message.ts'

/** Says a sentence, or a word of a declaration, in somebody's language. */
export type Say = (message: Message | string) => string

const nameIn = (value: unknown) => (isObject(value) ? textOf(value.name) : wordsOf(value))

// What a part points at stands in the other parts, as it was named then.
const entryText = (entry: unknown, of: Field | undefined, say: Say): string => {
  if (!isObject(entry)) return nameIn(entry)
  return Object.entries(of?.fields ?? {})
    .flatMap(([name, field]) => {
      const text = field.kind === 'reference' ? '' : readText(entry[name], field, say)
      return text === '' ? [] : [`${say(field.label)}: ${text}`]
    })
    .join(', ')
}

/** A value as people read it in a cell or a mail: the names of references, words for choices, lists entry by entry. */
export const readText = (value: unknown, field: Field, say: Say, between = '; '): string => {
  const { kind, of } = field
  if (value === null || value === undefined) return ''
  if (kind === 'choice' || kind === 'state') return say(labelOf(field, textOf(value)) ?? textOf(value))
  if (kind === 'reference') return nameIn(value)
  if (kind === 'moment') return `${textOf(value).slice(0, 16).replace('T', ' ')} UTC`
  if (Array.isArray(value)) return value.map((entry) => entryText(entry, of, say)).join(between)
  const words = wordsOf(value)
  const label = labelOf(field, words)
  return label === null ? words : say(label)
}
