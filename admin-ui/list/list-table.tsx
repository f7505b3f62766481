import { t } from '../../ui-shared/i18n.ts'
import type { Column } from './columns.tsx'
import { type Row, titleOf } from './row.ts'
import type { Selection } from './selection.ts'

// A heading goes where its column goes; how the column's cells look is theirs alone.
const headingClass = (className: string): string | undefined =>
  className
    .split(' ')
    .filter((word) => ['num', 'hide', 'extra', 'copy'].includes(word))
    .join(' ') || undefined

/** The rows of a list. Without `selection` there is nothing to tick. */
export const ListTable = ({
  caption,
  columns,
  rows,
  selection,
}: {
  caption: string
  columns: readonly Column[]
  rows: readonly Row[]
  selection: Selection | null
}) => (
  <div className="rows">
    <table>
      <caption className="away">{caption}</caption>
      <thead>
        <tr>
          {selection && (
            <th scope="col" className="pick no-print">
              <span className="away">{t('Select')}</span>
            </th>
          )}
          {columns.map(({ name, heading, className }) => (
            <th key={name} scope="col" className={headingClass(className)}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} aria-selected={selection?.ids.has(row.id) ? true : undefined}>
            {selection && (
              <td className="pick no-print">
                <input
                  className="check"
                  type="checkbox"
                  aria-label={t('Select {title}', { title: titleOf(row) })}
                  checked={selection.ids.has(row.id)}
                  onChange={() => selection.toggle(row.id)}
                />
              </td>
            )}
            {columns.map(({ name, className, cell }) => (
              <td key={name} className={className}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
