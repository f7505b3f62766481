import type { FormValues } from '../form-values.ts'
import { mergeField, type Side, type Sides } from './merge-parts.ts'

/** What both changed differently: a field, or a part of its text. `id` is its own among all that are asked about. */
export type Conflict = { id: string; name: string; sides: Sides }
/** A part of a field: what stands there, or what has to be chosen. */
export type Part = string | Conflict
/** What somebody chose for a conflict; `both` is mine followed by theirs. */
export type Choice = Side | 'both'

/** Two changes brought together. A field with conflicts keeps mine in `values`; `open` has its parts. */
export type Merged = { values: FormValues; open: Readonly<Record<string, readonly Part[]>> }

/** Brings two changes of one record together (X13): by field, entry and part. A conflict keeps mine until another is chosen. */
export const merge = ({ before, mine, theirs }: Sides<FormValues>): Merged => {
  const open: Record<string, Part[]> = {}
  const values: FormValues = {}
  for (const name of Object.keys(theirs)) {
    const sides = { before: before[name] ?? null, mine: mine[name] ?? null, theirs: theirs[name] ?? null }
    const merged = mergeField(sides)
    if (!merged) open[name] = [{ id: name, name, sides }]
    values[name] = merged ? merged.value : sides.mine
  }
  return { values, open }
}

/** Everything that has to be chosen. */
export const conflictsOf = ({ open }: Merged): Conflict[] =>
  Object.values(open).flatMap((parts) => parts.filter((part) => typeof part !== 'string'))
