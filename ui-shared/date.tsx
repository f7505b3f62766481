import { currentLocale } from './i18n.ts'

let siteTimeZone: string | undefined
const listeners = new Set<() => void>()

const knownZone = (zone: string | undefined): string | undefined => {
  try {
    return zone ? new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone : undefined
  } catch {
    return undefined
  }
}

/** Sets the site's time zone (IANA name) for every date, also for those that are on the screen; an unknown name leaves the reader's own. */
export const setSiteTimeZone = (zone: string | undefined): void => {
  const known = knownZone(zone)
  if (known === siteTimeZone) return
  siteTimeZone = known
  // The first formatter takes ten times as long as the next: it is made while files are on their way.
  formatDateTime(new Date())
  for (const listener of listeners) listener()
}

/** Calls back whenever another zone is in force: the configuration may come after the first dates are drawn. */
export const onZone = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The zone that dates are shown in; undefined for the reader's own. */
export const siteZone = (): string | undefined => siteTimeZone

// A formatter takes as long to make as a row of a list does to be drawn.
const formatters = new Map<string, Intl.DateTimeFormat>()

const formatterOf = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = `${currentLocale()} ${JSON.stringify(options)}`
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(currentLocale(), options)
  formatters.set(key, formatter)
  return formatter
}

const format = (at: string | Date, options: Intl.DateTimeFormatOptions): string => {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return ''
  return formatterOf({ timeZone: siteTimeZone, ...options }).format(date)
}

/** '12 November 2026' in the site's time zone (X19). `at` is an ISO moment. */
export const formatDate = (at: string | Date): string => format(at, { dateStyle: 'long' })
/** 'Saturday, 21 November 2026'. */
export const formatDay = (at: string | Date): string => format(at, { dateStyle: 'full' })
/** '12 November 2026 at 11:02'. */
export const formatDateTime = (at: string | Date): string => format(at, { dateStyle: 'long', timeStyle: 'short' })
/** '12 Nov 2026, 11:02', for columns. */
export const formatShortDateTime = (at: string | Date): string =>
  format(at, { dateStyle: 'medium', timeStyle: 'short' })
/** '11:02'. */
export const formatTime = (at: string | Date): string => format(at, { timeStyle: 'short' })
/** '12 Nov', for narrow columns. */
export const formatShortDate = (at: string | Date): string => format(at, { day: 'numeric', month: 'short' })

/** '12 November 2026' of a day such as '2026-11-12', which is the same everywhere. */
export const formatCalendarDay = (date: string): string =>
  format(`${date}T00:00:00Z`, { dateStyle: 'long', timeZone: 'UTC' })
/** '12 Nov' of such a day. */
export const formatShortCalendarDay = (date: string): string =>
  format(`${date}T00:00:00Z`, { day: 'numeric', month: 'short', timeZone: 'UTC' })

const day = 24 * 60 * 60_000

const wallClock = (at: number): number => {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: siteTimeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
}

/** The moments at which a day such as '2026-11-12' begins and ends in the site's time zone, as ISO UTC; null for no day. */
export const boundsOfDay = (date: string): { from: string; until: string } | null => {
  const noon = Date.parse(`${date}T12:00:00Z`)
  if (Number.isNaN(noon)) return null
  const startOf = (midnight: number) => {
    const guess = midnight - (wallClock(midnight) - midnight)
    return midnight - (wallClock(guess) - guess)
  }
  const first = noon - day / 2
  return { from: new Date(startOf(first)).toISOString(), until: new Date(startOf(first + day) - 1).toISOString() }
}
