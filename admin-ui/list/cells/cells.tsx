import { Link } from 'react-router-dom'
import type { Resource } from '../../../domain/resource.ts'
import { RelativeTime } from '../../../ui-shared/relative-time.tsx'
import { Icon } from '../../../ui-shared/drawings/icons.tsx'
import { t } from '../../../ui-shared/i18n.ts'
import { StatusChip } from '../../../ui-shared/states.tsx'
import { PublishingWord } from '../../publishing/publishing-word.tsx'
import { actorNameOf, keyOf, type Row, textOf, titleOf } from '../row.ts'
import { copyLink } from './copy-link.ts'

/** The name of a record, which leads to its edit screen. */
export const TitleCell = ({ row, resource, column }: { row: Row; resource: string; column: string }) => (
  <Link
    className="title"
    to={`/dashboard/${resource}/${encodeURIComponent(keyOf(row))}`}
    dir="auto"
    title={textOf(row, column) || titleOf(row)}
  >
    {textOf(row, column) || titleOf(row)}
  </Link>
)

/** When the last change was, and whose. */
export const ChangeCell = ({ row }: { row: Row }) => {
  const at = row.changed_at ?? row.created_at
  const who = actorNameOf(row.changed_by)
  return (
    <>
      {at && <RelativeTime at={at} />}
      {at && who && ' · '}
      {who}
    </>
  )
}

/** Copies the address of a record in the portal. */
export const CopyButton = ({ path, title }: { path: string; title: string }) => {
  const label = t('Copy link to {title}', { title })
  return (
    <button
      type="button"
      className="btn bare small"
      aria-label={label}
      title={label}
      onClick={() => void copyLink(window.location.origin + path)}
    >
      <Icon name="copy" />
    </button>
  )
}

/** The status of a row as a word with its colour. */
export const StatusCell = ({ row, resource }: { row: Row; resource: Resource }) => (
  <span className="chips">
    <StatusChip deletedAt={row.deletedAt} />
    <PublishingWord resource={resource} row={row} />
  </span>
)
