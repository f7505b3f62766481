/** A value of a change as it is: of what is masked, or of no declared field. */
export const plainText = (value: unknown): string => {
  if (typeof value === 'string') return value
  return value === null || value === undefined ? '' : JSON.stringify(value)
}
