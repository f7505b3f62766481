import { siteZone } from '../date.tsx'

const parts = (at: Date, zone: string | undefined): Record<string, string> =>
  Object.fromEntries(
    new Intl.DateTimeFormat('en', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )

/** A moment (ISO 8601) as a clock on the site's wall shows it, as `datetime-local` wants it; empty when there is none. */
export const toLocal = (at: string, zone = siteZone()): string => {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return ''
  const { year = '', month, day, hour, minute } = parts(date, zone)
  return `${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}`
}

const day = 86_400_000

/** The moment at which the site's clock shows `local`, in UTC, the first of two; an hour that summer time leaves out is read as the one after it. */
export const fromLocal = (local: string, zone = siteZone()): string => {
  const wanted = Date.parse(`${local}Z`)
  if (Number.isNaN(wanted)) return ''
  const shownAt = (at: number) => Date.parse(`${toLocal(new Date(at).toISOString(), zone)}Z`)
  // By the distance from UTC a day before and a day after: between them the clock may be set.
  const [before, after] = [-day, day].map((more) => wanted - (shownAt(wanted + more) - wanted - more))
  const found = [before, after].find((at) => at !== undefined && shownAt(at) === wanted) ?? before
  return found === undefined ? '' : new Date(found).toISOString()
}
