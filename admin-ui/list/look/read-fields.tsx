import { isObject } from '../../../domain/json.ts'
import { isShown } from '../../../domain/fields/composite.ts'
import type { Field, FieldKind } from '../../../domain/fields/field.ts'
import type { Resource } from '../../../domain/resource.ts'
import { t } from '../../../ui-shared/i18n.ts'
import { SafeHtml } from '../../../ui-shared/article/safe-html.tsx'
import { useNames } from '../../diff/use-names.ts'
import { type NameOf, valueLines } from '../../diff/value-lines.ts'
import { FieldCell, numbers } from '../cells/field-cell.tsx'
import { listOf, type Row, textOf } from '../row.ts'

type Part = { row: Row; name: string; field: Field; nameOf: NameOf }

// Code is of use to nobody here, and secrets are never read.
const unread: ReadonlySet<FieldKind> = new Set(['css', 'secret'])
const composite: ReadonlySet<FieldKind> = new Set(['object', 'list', 'tree', 'permissions'])

/** The pictures that the entries of a list have. */
const Pictures = ({ row, name, field }: Omit<Part, 'nameOf'>) => {
  const pictures = Object.entries(field.of?.fields ?? {}).filter(([, { kind }]) => kind === 'picture')
  const links = listOf(row, name).flatMap((entry) =>
    pictures
      .map(([part]) => (isObject(entry) ? entry[`${part}_url`] : null))
      .filter((link) => typeof link === 'string'),
  )
  return (
    links.length > 0 && (
      <p className="pictures">
        {links.map((link) => (
          <img key={link} src={link} alt="" />
        ))}
      </p>
    )
  )
}

const cellKinds: ReadonlySet<FieldKind> = new Set([
  'text',
  'longText',
  'integer',
  'decimal',
  'choice',
  'flag',
  'reference',
  'moment',
])

/** The parts by which a list of plain objects is read as a table; null where it is not. What they point at is named in the other parts. */
const tableParts = ({ kind, of }: Field): [string, Field][] | null => {
  const parts = kind === 'list' && of?.kind === 'object' ? Object.entries(of.fields ?? {}) : []
  if (parts.length < 3 || parts.some(([, part]) => !cellKinds.has(part.kind))) return null
  return parts.filter(([, part]) => part.kind !== 'reference')
}

const Table = ({ row, name, parts }: { row: Row; name: string; parts: readonly [string, Field][] }) => (
  <table className="lines">
    <thead>
      <tr>
        {parts.map(([part, { label, kind }]) => (
          <th key={part} scope="col" className={numbers.has(kind) ? 'num' : undefined}>
            {t(label)}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {listOf(row, name)
        .filter(isObject)
        .map((entry) => (
          <tr key={String(entry.id)}>
            {parts.map(([part, field]) => (
              <td key={part} className={numbers.has(field.kind) ? 'num' : undefined}>
                <FieldCell row={{ ...entry, id: row.id }} name={part} field={field} />
              </td>
            ))}
          </tr>
        ))}
    </tbody>
  </table>
)

const Composite = ({ row, name, field, nameOf }: Part) => (
  <>
    <Pictures {...{ row, name, field }} />
    {valueLines(row[name], field, nameOf).map((line) => (
      <p key={line}>{line}</p>
    ))}
  </>
)

const Value = (part: Part) => {
  const { row, name, field } = part
  if (field.kind === 'html') return <SafeHtml className="prose" html={textOf(row, name)} />
  if (field.kind === 'picture') return <img className="whole" src={textOf(row, `${name}_url`)} alt="" />
  if (field.kind === 'longText') return <p dir="auto">{textOf(row, name)}</p>
  const parts = tableParts(field)
  if (parts) return <Table {...{ row, name, parts }} />
  return composite.has(field.kind) ? <Composite {...part} /> : <FieldCell row={row} name={name} field={field} />
}

const isEmpty = (row: Row, name: string, { kind }: Field): boolean => {
  const value = kind === 'picture' || kind === 'file' ? row[`${name}_url`] : row[name]
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** The fields of a record as they are read; those that are empty, or do not belong to it, are left out. */
export const ReadFields = ({ resource, row }: { resource: Resource; row: Row }) => {
  const shown = Object.entries(resource.fields).filter(
    ([name, field]) =>
      !unread.has(field.kind) &&
      (!field.isDerived || field.kind === 'list') &&
      !field.isApart &&
      !resource.recordLabel.includes(name) &&
      isShown(field, row) &&
      !isEmpty(row, name, field),
  )
  const nameOf = useNames(
    shown.flatMap(([name, field]) => (composite.has(field.kind) ? [[field, row[name]] as const] : [])),
  )
  return (
    <dl>
      {shown.map(([name, field]) => (
        <div key={name}>
          <dt>{t(field.label)}</dt>
          <dd>
            <Value {...{ row, name, field, nameOf }} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
