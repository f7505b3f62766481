/** The whole number that a text is, with digits of any width; null where it is none. */
export const asWhole = (value: unknown): number | null => {
  const text = typeof value === 'string' ? value.normalize('NFKC').trim() : ''
  return /^-?\d{1,15}$/.test(text) ? Number(text) : null
}
