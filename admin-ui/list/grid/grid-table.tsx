import { memo, type RefObject } from 'react'
import type { Field } from '../../../domain/fields/field.ts'
import type { Resource } from '../../../domain/resource.ts'
import { t } from '../../../ui-shared/i18n.ts'
import type { Me } from '../../../ui-shared/session/me.ts'
import { FieldCell } from '../cells/field-cell.tsx'
import { asText } from '../../edit/fields/field-values.ts'
import { titleOf } from '../row.ts'
import type { ScreenOverrides } from '../screen.ts'
import { type CellWays, GridCell } from './grid-cell.tsx'
import type { GridRow, GridState, Refused } from './grid-state.ts'
import { isOpenCell, lockOf } from './open-cells.ts'

/** What all lines of a grid have: its resource and fields, who edits it, and what their cells do. */
export type Shared = {
  resource: Resource
  overrides: ScreenOverrides
  me: Me | null
  fields: readonly (readonly [string, Field])[]
  ways: CellWays
}

// Which picture it is says more than a name.
const picturesOf = ({ list, fields }: Resource): [string, Field][] =>
  list.columns.flatMap((name) => {
    const field = fields[name]
    return field?.kind === 'picture' ? [[name, field]] : []
  })

type LineProps = Shared & {
  row: GridRow
  at: number
  typed: Readonly<Record<string, string>> | undefined
  refused: Refused | undefined
}

const Head = ({ title, problem, lock }: { title: string; problem: string | null; lock: string | null }) => (
  <th scope="row" className="of">
    <span className="title" dir="auto" title={title}>
      {title}
    </span>
    {lock !== null && <span className="hint">{lock}</span>}
    {problem !== null && <p className="wrong">{problem}</p>}
  </th>
)

// Drawn anew when something of its own record changes: typing in one of a hundred is as quick as in one.
const GridLine = memo(({ resource, overrides, me, fields, ways, row, at, typed, refused }: LineProps) => {
  const title = titleOf(row.row)
  const values = { ...row.values, ...typed }
  const lock = lockOf(resource, me, row.row)
  return (
    <tr>
      <Head title={title} problem={refused?.record ?? null} lock={lock} />
      {picturesOf(resource).map(([name, field]) => (
        <td key={name}>
          <FieldCell row={row.row} name={name} field={field} />
        </td>
      ))}
      {overrides.columns?.map(({ name, Cell }) => (
        <td key={name}>
          <Cell row={row.row} resource={resource} />
        </td>
      ))}
      {fields.map(([name, field], column) =>
        lock === null && isOpenCell(resource, me, field, values) ? (
          <GridCell
            key={name}
            cell={{ id: row.id, name }}
            place={`${at} ${column}`}
            {...{ field, title, ways }}
            before={asText(row.values[name])}
            value={asText(values[name])}
            error={refused?.cells[name]}
            theirs={refused?.theirs[name]}
          />
        ) : (
          <td key={name} className="dim" dir="auto">
            {asText(row.values[name])}
          </td>
        ),
      )}
    </tr>
  )
})

/** The table of a grid: a line for each record, its name and pictures, and a cell for each field. */
export const GridTable = ({
  state,
  table,
  ...shared
}: Shared & { state: GridState; table: RefObject<HTMLDivElement | null> }) => {
  const { resource, overrides, fields } = shared
  return (
    <div className="rows" ref={table}>
      <table>
        <caption className="away">{t('Edit in a grid')}</caption>
        <thead>
          <tr>
            <th scope="col" className="of">
              {t(resource.label)}
            </th>
            {[
              ...picturesOf(resource).map(([name, { label }]) => ({ name, heading: label })),
              ...(overrides.columns ?? []),
            ].map(({ name, heading }) => (
              <th key={name} scope="col">
                {t(heading)}
              </th>
            ))}
            {fields.map(([name, { label }]) => (
              <th key={name} scope="col">
                {t(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {state.rows.map((row, at) => (
            <GridLine
              key={row.id}
              {...shared}
              row={row}
              at={at}
              typed={state.typed[row.id]}
              refused={state.refused[row.id]}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}
