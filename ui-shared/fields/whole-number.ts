import { currentLocale } from '../i18n.ts'

/** What stands between the groups of three digits in a language; blanks of any width do in all of them. */
const separatorOf = (locale: string): string =>
  new Intl.NumberFormat(locale).formatToParts(1_000_000).find(({ type }) => type === 'group')?.value ?? ','

/**
 * The whole number that somebody typed in their language, null where it is none: 1.000 is a thousand in German and nothing in English,
 * digits of any width are digits. Nothing is left out to make it one.
 */
export const readWholeNumber = (typed: string, locale: string = currentLocale()): number | null => {
  const text = typed.normalize('NFKC').trim().replace('\u2212', '-')
  const separator = separatorOf(locale).normalize('NFKC')
  const plain = text.split(/\s/).length > 1 ? text.replaceAll(/\s/g, separator) : text
  const isGrouped = plain
    .replace(/^[+-]/, '')
    .split(separator)
    .every((group, index) => (index === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(group))
  const digits = isGrouped ? plain.replaceAll(separator, '') : plain
  return /^[+-]?\d{1,15}$/.test(digits) ? Number(digits) : null
}
