import { Link } from 'react-router-dom'
import type { Field } from '../../domain/field.ts'
import { formatDate, RelativeTime } from '../../ui-shared/date.tsx'
import { Icon } from '../../ui-shared/icons.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/me.ts'
import { showAlert } from '../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { useMe } from '../../ui-shared/session.ts'
import { StatusChip } from '../../ui-shared/states.tsx'
import { screenResource } from '../shell/menu-table.ts'
import { actorNameOf, flagOf, keyOf, referenceOf, type Row, textOf, titleOf } from './row.ts'

const ReferenceCell = ({ row, name, field }: { row: Row; name: string; field: Field }) => {
  const me = useMe()
  const target = referenceOf(row, name)
  if (!target) return null
  const resource = screenResource(field.references)
  if (!resource || !can(me, `r-${resource.area}`)) return target.name
  return (
    <Link className="link" to={`/dashboard/${field.references}/${target.slug ?? target.id}`}>
      {target.name}
    </Link>
  )
}

const PictureCell = ({ row, name }: { row: Row; name: string }) => {
  const link = textOf(row, `${name}_url`)
  return link ? <img className="thumb" src={link} alt="" loading="lazy" width="40" height="26" /> : null
}

const LinkCell = ({ href }: { href: string }) =>
  href ? (
    <a className="link" href={href} target="_blank" rel="noopener noreferrer">
      {href}
    </a>
  ) : null

/** A field of a row, shown by its kind. */
export const FieldCell = ({ row, name, field }: { row: Row; name: string; field: Field }) => {
  if (field.kind === 'reference') return <ReferenceCell row={row} name={name} field={field} />
  if (field.kind === 'picture') return <PictureCell row={row} name={name} />
  if (field.kind === 'flag') return flagOf(row, name) ? t('Yes') : t('No')
  if (field.kind === 'link') return <LinkCell href={textOf(row, name)} />
  if (field.kind === 'moment') return formatDate(textOf(row, name))
  return textOf(row, name)
}

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

const copy = async (link: string) => {
  try {
    await navigator.clipboard.writeText(link)
    toastSuccess(t('Link copied to clipboard : {link}', { link }))
  } catch {
    // On plain http beyond this machine the clipboard is closed; the link can still be taken by hand.
    showAlert(t('Copy this link'), [link])
  }
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
      onClick={() => void copy(window.location.origin + path)}
    >
      <Icon name="copy" />
    </button>
  )
}

export const StatusCell = ({ row }: { row: Row }) => <StatusChip deletedAt={row.deletedAt} />
