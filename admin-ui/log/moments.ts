import { siteZone } from '../../ui-shared/date.tsx'
import { currentLocale } from '../../ui-shared/i18n.ts'

const inZone = (options: Intl.DateTimeFormatOptions, locale = currentLocale()) => {
  const zone = siteZone()
  return new Intl.DateTimeFormat(locale, { ...options, ...(zone === undefined ? {} : { timeZone: zone }) })
}

/** '12 Nov 2026, 11:02:07' in the site's time zone, where the second matters. */
export const formatSecond = (at: string): string =>
  inZone({ dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(at))

/** '2026-11-12T11:02:07' in the site's time zone, as filters take a second. */
export const secondOf = (at: string): string => {
  const parts = inZone({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }, 'en').format(
    new Date(at),
  )
  return `${dayOf(at)}T${parts}`
}

/** '2026-11-12', the day of a moment in the site's time zone, as filters take it. */
export const dayOf = (at: string): string => {
  const parts = inZone({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'en').formatToParts(new Date(at))
  const { year = '', month = '', day = '' } = Object.fromEntries(parts.map(({ type, value }) => [type, value]))
  return `${year}-${month}-${day}`
}
