import type { Resource } from '../../domain/resource.ts'
import { formatDateTime } from '../../ui-shared/date.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { flagOf, type Row, textOf } from '../list/row.ts'

/** Says of an inactive record that it is a draft, or when it is published. */
export const PublishingWord = ({ resource: { publishing }, row }: { resource: Resource; row: Row }) => {
  if (!publishing || !row.deletedAt) return null
  const at = publishing.at === undefined ? '' : textOf(row, publishing.at)
  if (at) return <span className="tag">{t('Scheduled for {at}', { at: formatDateTime(at) })}</span>
  return flagOf(row, publishing.draft) && <span className="tag">{t('Draft')}</span>
}
