/** The part of a file that a `Range` header asks for, both ends included; null for a header that is none of the simple kind. */
export const rangeOf = (
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'outside' | null => {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return null
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end ? 'outside' : { start, end }
}
