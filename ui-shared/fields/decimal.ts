import { currentLocale } from '../i18n.ts'
import { readWholeNumber } from './whole-number.ts'

type Decimal = { digits?: number; isMoney?: boolean }

const pointOf = (locale: string): string =>
  new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'

/**
 * The number that somebody typed in their language, null where it is none: 1.234,5 in German is 1,234.5 in English. Nothing is left out
 * to make it one.
 */
export const readDecimal = (typed: string, locale: string = currentLocale()): number | null => {
  const text = typed.normalize('NFKC').trim()
  const at = text.lastIndexOf(pointOf(locale))
  if (at === -1) return readWholeNumber(text, locale)
  const [before, places] = [text.slice(0, at), text.slice(at + 1)]
  const whole = readWholeNumber(before, locale)
  if (whole === null || !/^\d{1,6}$/.test(places)) return null
  const isBelow = /^[-\u2212]/.test(before)
  return Number(`${isBelow ? '-' : ''}${Math.abs(whole)}.${places}`)
}

/** The currency of the site (ISO 4217), empty while none is set. */
export const currencyOf = (config: Readonly<Record<string, unknown>> | undefined): string =>
  typeof config?.currency === 'string' ? config.currency : ''

const isCurrency = (currency: string): boolean => /^[A-Z]{3}$/.test(currency)

/** A number in the reader's language; an amount with its currency (ISO 4217), or without one where none is set. */
export const formatDecimal = (value: number, { digits = 2, isMoney = false }: Decimal, currency = ''): string => {
  const places = { minimumFractionDigits: isMoney ? digits : 0, maximumFractionDigits: digits }
  const shown = isMoney && isCurrency(currency) ? { style: 'currency' as const, currency } : {}
  return new Intl.NumberFormat(currentLocale(), { ...places, ...shown }).format(value)
}

/** The same as somebody would type it: without a currency and without marks between thousands. */
export const typedDecimal = (value: number, { digits = 2, isMoney = false }: Decimal): string =>
  new Intl.NumberFormat(currentLocale(), {
    useGrouping: false,
    minimumFractionDigits: isMoney ? digits : 0,
    maximumFractionDigits: digits,
  }).format(value)
