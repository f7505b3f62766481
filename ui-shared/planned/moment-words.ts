import { formatDateTime } from '../date.tsx'
import { t } from '../i18n.ts'

/** True for a moment that has not come yet: what is planned is shown. */
export const isPlanned = (moment: string): boolean => !/^\d+$/.test(moment) && Date.parse(moment) > Date.now()

/** The moment that a page shows, in words: in the reader's language and the zone of the site. */
export const momentWords = (moment: string): string => {
  if (isPlanned(moment)) return t('As it is planned for {moment}', { moment: formatDateTime(moment) })
  return /^\d+$/.test(moment)
    ? t('As it was at position {position} of the log', { position: moment })
    : t('As it was on {moment}', { moment: formatDateTime(moment) })
}
