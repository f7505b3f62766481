import type { Resource } from '../../domain/resource.ts'
import { formatDateTime } from '../../ui-shared/date.tsx'
import { amid, t } from '../../ui-shared/i18n.ts'
import { flagOf, type Row, textOf } from '../list/row.ts'
import type { FormValues } from '../edit/form-values.ts'
import { asText } from '../edit/fields/field-values.ts'

const momentIn = (values: FormValues, name: string | undefined): string | null => {
  const at = asText(values[name ?? ''])
  return Number.isNaN(Date.parse(at)) ? null : at
}

// Until then, or since then, what is active is not shown.
const spanWords = ({ activeBetween }: Resource, values: FormValues) => {
  const [from, until] = activeBetween ?? []
  const [begin, end] = [momentIn(values, from), momentIn(values, until)]
  const now = Date.now()
  if (end !== null && Date.parse(end) <= now) return t('Not shown: its time is over')
  if (begin !== null && Date.parse(begin) > now) return t('Shown from {at}', { at: formatDateTime(begin) })
  return null
}

/** What 'Submit' is going to do to what employees see; null for records that are no publication (D16). */
export const submitDoes = (resource: Resource, row: Row | null, values: FormValues): string | null => {
  const { publishing: of } = resource
  if (!of) return null
  if (row === null) return spanWords(resource, values) ?? t('Publishes now')
  if (!row.deletedAt)
    return spanWords(resource, values) ?? t('Changes the live {thing}', { thing: amid(t(resource.label)) })
  const at = of.at === undefined ? '' : textOf(row, of.at)
  if (at) return t('Stays a draft until {at}', { at: formatDateTime(at) })
  return flagOf(row, of.draft) ? t('Stays a draft') : t('Stays inactive')
}

/** Where a draft is published; null for what is none, and for what publishes itself. */
export const publishedFrom = ({ publishing: of }: Resource, row: Row | null): string | null =>
  of && row?.deletedAt && flagOf(row, of.draft) && !(of.at !== undefined && textOf(row, of.at))
    ? t('To publish: {menu}, then {entry}', { menu: t('Actions'), entry: t('Publish now') })
    : null

/** Said to whoever saved a draft that others published meanwhile. */
export const publishedMeanwhile = ({ label }: Resource): string =>
  t('This was published meanwhile, so nothing was saved yet. Submit changes the live {thing}.', {
    thing: amid(t(label)),
  })

/** Said to whoever saves a draft of what is live: it is on the server, and only a button publishes it. */
export const draftBeside = ({ label }: Resource): string =>
  t('Draft saved. Submit changes the live {thing}.', { thing: amid(t(label)) })

/** The same where the server did not answer. */
export const keptBeside = ({ label }: Resource): string =>
  t('Kept on this device. Submit changes the live {thing}.', { thing: amid(t(label)) })
