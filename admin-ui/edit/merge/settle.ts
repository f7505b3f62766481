import { asItems, asText, type FieldValue } from '../fields/field-values.ts'
import type { FormValues } from '../form-values.ts'
import type { Choice, Conflict, Merged } from './merge.ts'
import type { Sides } from './merge-parts.ts'

const several = new Set(['references', 'permissions'])

/** Mine followed by theirs, where a field of this kind can hold both: texts of several paragraphs or lines, and what is chosen from many; else null. */
export const bothOf = (kind: string | undefined, { mine, theirs }: Sides): FieldValue => {
  if (several.has(kind ?? '')) return [...new Set([...asItems(mine), ...asItems(theirs)])]
  const [own, other] = [asText(mine), asText(theirs)]
  if (own === '' || other === '') return null
  if (kind === 'html') return own + other
  return kind === 'longText' || kind === 'css' ? `${own.replace(/\n$/, '')}\n${other}` : null
}

type Kinds = Readonly<Record<string, { kind: string }>>

const chosen = ({ name, sides }: Conflict, choice: Choice, fields: Kinds): FieldValue =>
  choice === 'both' ? bothOf(fields[name]?.kind, sides) : sides[choice]

/** The merged values after each conflict was chosen. */
export const settle = (
  { values, open }: Merged,
  choices: Readonly<Record<string, Choice>>,
  fields: Kinds = {},
): FormValues => {
  const settled = Object.entries(open).map(([name, parts]): [string, FieldValue] => {
    const said = parts.map((part) =>
      typeof part === 'string' ? part : chosen(part, choices[part.id] ?? 'mine', fields),
    )
    return [name, said.length === 1 ? (said[0] ?? null) : said.map(asText).join('')]
  })
  return { ...values, ...Object.fromEntries(settled) }
}
