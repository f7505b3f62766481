import { boundsOfDay } from '../../ui-shared/date.tsx'
import { toLocal } from '../../ui-shared/fields/local-time.ts'
import { currentLocale } from '../../ui-shared/i18n.ts'

const dayMilliseconds = 86_400_000
const utc = (day: string) => Date.parse(`${day}T00:00:00Z`)
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** The day of a moment in the site's time zone, as YYYY-MM-DD. */
export const localDay = (at: string): string => toLocal(at).slice(0, 10)

/** The month of a day, as YYYY-MM; that of today for what is none. */
export const monthOf = (text: string | null): string =>
  text !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) && text >= '1970'
    ? text
    : localDay(new Date().toISOString()).slice(0, 7)

/** The month so many months on. */
export const monthFrom = (month: string, by: number): string => {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + by)
  return date.toISOString().slice(0, 7)
}

// Japan begins its weeks with Sunday.
const firstWeekday = () => (currentLocale().startsWith('ja') ? 0 : 1)

/** The days of the weeks that a month touches. */
export const daysAround = (month: string): string[] => {
  const first = utc(`${month}-01`)
  const last = utc(`${monthFrom(month, 1)}-01`) - dayMilliseconds
  const before = (new Date(first).getUTCDay() - firstWeekday() + 7) % 7
  const weeks = Math.ceil((before + (last - first) / dayMilliseconds + 1) / 7)
  return Array.from({ length: weeks * 7 }, (_, index) => dayOf(first + (index - before) * dayMilliseconds))
}

/** The moments at which days begin and end, in the site's time zone. */
export const boundsOf = (days: readonly string[]): { from: string; until: string } => {
  const [first, last] = [boundsOfDay(days[0] ?? ''), boundsOfDay(days.at(-1) ?? '')]
  return { from: first?.from ?? '', until: new Date(Date.parse(last?.until ?? '') + 1).toISOString() }
}
