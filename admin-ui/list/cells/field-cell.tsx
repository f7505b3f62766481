import { Link } from 'react-router-dom'
import { lazy, type ReactNode, Suspense } from 'react'
import type { FieldKind } from '../../../domain/fields/field.ts'
import { labelOf } from '../../../domain/fields/label-of.ts'
import type { ListedField } from '../../../domain/filters.ts'
import { formatCalendarDay, formatShortDateTime } from '../../../ui-shared/date.tsx'
import { t } from '../../../ui-shared/i18n.ts'
import { can } from '../../../ui-shared/session/me.ts'
import { useMe } from '../../../ui-shared/session/session.ts'
import { screenResource } from '../../shell/menu-table.ts'
import type { CellProps } from './cell-props.ts'
import { flagOf, listOf, type Named, referenceOf, referencesOf, type Row, textOf, titleOf } from '../row.ts'

type Kind = (props: CellProps) => ReactNode

const Text: Kind = ({ row, name }) => textOf(row, name)

// Long ones are cut after two lines; all of it is in the title.
const Clipped = ({ text }: { text: string }) => (
  <span className="clip" dir="auto" title={text}>
    {text}
  </span>
)

const LongText: Kind = ({ row, name, field }) => {
  const text = textOf(row, name)
  const label = labelOf(field, text)
  return <Clipped text={label === null ? text : t(label)} />
}
const Texts: Kind = ({ row, name }) => <Clipped text={listOf(row, name).map(String).join(', ')} />
const Count: Kind = ({ row, name }) => listOf(row, name).length
const Flag: Kind = ({ row, name }) => (flagOf(row, name) ? t('Yes') : t('No'))
const wordOf = ({ row, name, field }: CellProps) => t(field.labels?.[textOf(row, name)] ?? textOf(row, name))
const Choice: Kind = (props) => wordOf(props)
const State: Kind = (props) => <span className="tag">{wordOf(props)}</span>
const Secret: Kind = ({ row, name }) => (flagOf(row, `${name}_set`) ? t('Set') : '')
const Day: Kind = ({ row, name }) => formatCalendarDay(textOf(row, name))
const Moment: Kind = ({ row, name }) => formatShortDateTime(textOf(row, name))

/** Kinds whose values stand below each other by their last digit. */
export const numbers: ReadonlySet<FieldKind> = new Set(['integer', 'decimal'])

// Few lists have one.
const DecimalCell = lazy(async () => ({ default: (await import('./decimal-cell.tsx')).DecimalCell }))

const LinkCell: Kind = ({ row, name }) => {
  const href = textOf(row, name)
  if (!href) return null
  return (
    <a className="link clip" href={href} target="_blank" rel="noopener noreferrer">
      {href}
    </a>
  )
}

const Email: Kind = ({ row, name }) => {
  const address = textOf(row, name)
  return (
    address && (
      <a className="mail" href={`mailto:${address}`} title={address}>
        {address}
      </a>
    )
  )
}

// What is no longer offered is marked where it stays (E12).
const Mark = ({ one }: { one: Named }) => one.isInactive && <span className="status">{t('Inactive')}</span>

const Target = ({ one, field }: { one: Named; field: ListedField }) => {
  const me = useMe()
  const resource = screenResource(field.references)
  const name =
    resource && can(me, `r-${resource.area}`) ? (
      <Link className="link" to={`/dashboard/${resource.name}/${encodeURIComponent(one.slug ?? one.id)}`}>
        {one.name}
      </Link>
    ) : (
      one.name
    )
  return (
    <>
      {name} <Mark one={one} />
    </>
  )
}

const Reference: Kind = ({ row, name, field }) => {
  const one = referenceOf(row, name)
  return one && <Target one={one} field={field} />
}

const References: Kind = ({ row, name, field }) => {
  const all = referencesOf(row, name)
  return (
    <span className="clip" title={all.map((one) => one.name).join(', ')}>
      {all.map((one, index) => (
        <span key={one.id}>
          {index > 0 && ', '}
          <Target one={one} field={field} />
        </span>
      ))}
    </span>
  )
}

// The large one is rarely looked at, so loaded when it is.
const open = async (link: string, title: string) => (await import('./picture-dialog.tsx')).showPicture(link, title)

/** A small picture that opens in full. */
export const Thumbnail = ({ link, row }: { link: string; row: Row }) => {
  const label = t('View the picture of {title}', { title: titleOf(row) })
  return (
    <button type="button" className="look" aria-label={label} onClick={() => void open(link, titleOf(row))}>
      <img className="thumb" src={link} alt="" loading="lazy" width="40" height="26" />
    </button>
  )
}

const Picture: Kind = ({ row, name }) => {
  const link = textOf(row, `${name}_url`)
  return link && <Thumbnail link={link} row={row} />
}

const File: Kind = ({ row, name }) => {
  const link = textOf(row, `${name}_url`)
  if (!link) return null
  return (
    <a className="link clip" href={link}>
      {decodeURIComponent(link.split('/').at(-1) ?? '')}
    </a>
  )
}

const cells: Readonly<Record<FieldKind, Kind>> = {
  text: LongText,
  longText: LongText,
  html: LongText,
  css: LongText,
  flag: Flag,
  integer: Text,
  decimal: (props) => (
    <Suspense>
      <DecimalCell {...props} />
    </Suspense>
  ),
  date: Day,
  moment: Moment,
  email: Email,
  emails: Texts,
  link: LinkCell,
  picture: Picture,
  file: File,
  reference: Reference,
  references: References,
  choice: Choice,
  state: State,
  permissions: Count,
  secret: Secret,
  object: () => null,
  list: Count,
  tree: Count,
}

/** A field of a row, shown by its kind. */
export const FieldCell = (props: CellProps) => {
  const Cell = cells[props.field.kind]
  return <Cell {...props} />
}
