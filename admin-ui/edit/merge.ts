import { type FormValues, isSame } from './form-values.ts'

/** Which of the three values stands: what was there before both, mine, or theirs. */
export type Side = 'before' | 'mine' | 'theirs'

/**
 * Brings two changes of one record together (spec/decisions X13). Fields that only one side changed take that side's
 * value; a field that both changed differently is a conflict and keeps mine until it is chosen.
 */
export const merge = (
  before: FormValues,
  mine: FormValues,
  theirs: FormValues,
): { values: FormValues; conflicts: string[] } => {
  const conflicts: string[] = []
  const values: FormValues = {}
  for (const name of Object.keys(theirs)) {
    const isMine = !isSame(before[name], mine[name])
    const isTheirs = !isSame(before[name], theirs[name])
    if (isMine && isTheirs && !isSame(mine[name], theirs[name])) conflicts.push(name)
    values[name] = (isMine ? mine[name] : theirs[name]) ?? null
  }
  return { values, conflicts }
}

/** The merged values after each conflict was chosen. */
export const settle = (
  merged: FormValues,
  sides: Readonly<Record<Side, FormValues>>,
  choices: Readonly<Record<string, Side>>,
): FormValues => {
  const chosen = Object.entries(choices).map(([name, side]) => [name, sides[side][name] ?? null] as const)
  return { ...merged, ...Object.fromEntries(chosen) }
}
