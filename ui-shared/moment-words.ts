import { formatDateTime } from './date.tsx'
import { t } from './i18n.ts'

/** The moment that a page shows, in words: in the reader's language and the zone of the site. */
export const momentWords = (moment: string): string =>
  /^\d+$/.test(moment)
    ? t('As it was at position {position} of the log', { position: moment })
    : t('As it was on {moment}', { moment: formatDateTime(moment) })
