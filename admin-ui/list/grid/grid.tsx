import { type SyntheticEvent, useEffect, useMemo, useReducer, useRef } from 'react'
import type { Resource } from '../../../domain/resource.ts'
import type { Draft } from '../../../ui-shared/drafts.ts'
import { t } from '../../../ui-shared/i18n.ts'
import type { KeptForm } from '../../../ui-shared/kept/use-kept-form.ts'
import { useMe } from '../../../ui-shared/session/session.ts'
import { asText } from '../../edit/fields/field-values.ts'
import { nothingKept, useLeaveGuard } from '../../edit/save/leave-guard.ts'
import { SaveBar } from '../../edit/save/save-bar.tsx'
import { useSaveKey } from '../../edit/save/use-save-key.ts'
import type { ScreenOverrides } from '../screen.ts'
import { gridFields } from './grid-fields.ts'
import { type Cell, changedRows, gridAfter, type GridRow, type GridState, valuesNow } from './grid-state.ts'
import { GridTable } from './grid-table.tsx'
import { useKeptCells, withKept } from './kept-cells.ts'
import { isOpenCell, lockOf, mayBeBlank } from './open-cells.ts'
import { ResultWords } from './result-words.tsx'
import { useCells } from './use-cells.ts'
import { useGridSave } from './use-grid-save.ts'

const isNeverDone = () => false

const useGridState = (rows: readonly GridRow[], names: readonly string[], found: Draft | null | undefined) => {
  const [state, dispatch] = useReducer(gridAfter, rows, () => withKept(rows, names, found?.values ?? {}))
  useEffect(() => dispatch({ do: 'read', rows }), [rows])
  return [state, dispatch] as const
}

// What is live changes for employees with the save.
const doesOf = ({ publishing }: Resource, state: GridState): string | null =>
  publishing && changedRows(state).some(({ row }) => !row.row.deletedAt) ? t('Changes what employees see') : null

type Props = { resource: Resource; overrides: ScreenOverrides; rows: readonly GridRow[]; kept: KeptForm }

const useGrid = ({ resource, rows, kept }: Props) => {
  const me = useMe()
  const fields = useMemo(() => gridFields(resource), [resource])
  const names = useMemo(() => fields.map(([name]) => name), [fields])
  const [state, dispatch] = useGridState(rows, names, kept.found)
  useKeptCells(resource, state, kept)
  const saving = useGridSave(resource, state, dispatch)
  const table = useRef<HTMLDivElement>(null)
  const isOpen = ({ id, name }: Cell) => {
    const row = state.rows.find((one) => one.id === id)
    const field = resource.fields[name]
    if (!row || !field || lockOf(resource, me, row.row) !== null) return false
    return isOpenCell(resource, me, field, valuesNow(state, row))
  }
  const mayBe = ({ id, name }: Cell) => mayBeBlank(resource, state.rows.find((one) => one.id === id)?.row ?? {}, name)
  const cells = useCells({ state, names, isOpen, mayBeBlank: mayBe }, dispatch, table)
  const changed = changedRows(state).flatMap((one) => one.names.map((name) => ({ name, row: one.row })))
  // Whoever leaves after the question gives it up; a crash, or the end of a sign-in, does not ask.
  useLeaveGuard(changed.length, isNeverDone, { ...nothingKept, leave: kept.drop })
  const isBusy = saving.progress !== null
  const submit = () => void (isBusy || changed.length === 0 || saving.save())
  useSaveKey(submit)
  const discard = () =>
    dispatch({
      do: 'fill',
      cells: changed.map(({ name, row }) => ({ id: row.id, name, value: asText(row.values[name]) })),
    })
  return { ...saving, ...cells, me, state, fields, table, count: changed.length, isBusy, submit, discard }
}

/** Records as the lines of a table whose cells are fields, saved together: each by itself, under the version that was read. */
export const Grid = (props: Props) => {
  const { resource, overrides } = props
  const { state, me, fields, ways, table, ...grid } = useGrid(props)
  const { result, progress, goTo } = grid
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    grid.submit()
  }
  return (
    <form className="grid" noValidate onSubmit={onSubmit}>
      {result && <ResultWords {...{ result, state, goTo }} />}
      <p className="away" role="status">
        {grid.said}
      </p>
      <div className="sheet">
        <GridTable {...{ resource, overrides, me, fields, ways, state, table }} />
      </div>
      {progress && (
        <progress
          className="meter"
          max={progress.total}
          value={progress.done}
          aria-label={t('{done} of {total} done', progress)}
        />
      )}
      <SaveBar
        count={grid.count}
        does={doesOf(resource, state)}
        action="Save"
        keptAt={null}
        isBusy={grid.isBusy}
        onDiscard={grid.discard}
      />
    </form>
  )
}
