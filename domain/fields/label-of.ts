import type { Field } from './field.ts'

/** The word that people see for a value of a field; null where the value itself is what somebody wrote. */
export const labelOf = ({ labels = {} }: Partial<Pick<Field, 'labels'>>, value: string): string | null =>
  Object.hasOwn(labels, value) ? (labels[value] ?? null) : null
