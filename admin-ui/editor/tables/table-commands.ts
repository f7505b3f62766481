import { closeHistory } from 'prosemirror-history'
import { type EditorState, Selection, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { type Cell, cellAt, emptyCell, type Grid, gridOf, tableOf, type TablePlace } from './grid.ts'
import {
  type Area,
  hasHeadColumn,
  merged,
  split,
  wholeArea,
  withColumn,
  withHeadColumn,
  withHeadRow,
  withoutColumns,
  withoutRows,
  withRow,
} from './grid-changes.ts'
import { indexIn, intoCell, tableAt } from './tables.ts'

/** Puts a table of three rows and two columns where the cursor is, and the cursor into its first cell. */
export const insertTable = (view: EditorView): void => {
  const { schema, selection, tr } = view.state
  const heads = [0, 1].map((column): Cell => ({ node: emptyCell(schema, true), row: 0, column, down: 1, right: 1 }))
  const table = tableOf(schema, { cells: heads, height: 3, width: 2, heads: 1, rows: [] })
  const { $to } = selection
  if ($to.parent.type.name === 'caption') tr.insert($to.after(1), table)
  else tr.setSelection(TextSelection.near($to, -1)).replaceSelectionWith(table)
  let start = -1
  tr.doc.descendants((node, at) => {
    if (node === table) start = at
    return start === -1
  })
  if (start === -1) return
  view.dispatch(intoCell(tr, { table, start, row: 0, column: 0 }))
  view.focus()
}

/** The table of the cursor by its places, and the part of it that is selected. */
type Chosen = { place: TablePlace; grid: Grid; area: Area }

const cellOf = (grid: Grid, { row, column }: TablePlace): Cell | undefined =>
  grid.cells.filter((cell) => cell.row === row).sort((one, other) => one.column - other.column)[column]

const chosenIn = ({ selection }: EditorState): Chosen | null => {
  const place = tableAt(selection.$head)
  if (!place) return null
  const other = tableAt(selection.$anchor)
  const grid = gridOf(place.table)
  const ends = [place, other?.start === place.start ? other : place].flatMap((one) => cellOf(grid, one) ?? [])
  const [first, last] = ends
  if (!first || !last) return null
  const area = {
    top: Math.min(first.row, last.row),
    left: Math.min(first.column, last.column),
    bottom: Math.max(first.row + first.down, last.row + last.down) - 1,
    right: Math.max(first.column + first.right, last.column + last.right) - 1,
  }
  return { place, grid, area: wholeArea(grid, area) }
}

// `at` is the place of the table into which the cursor goes.
const put = (view: EditorView, { place }: Chosen, grid: Grid | null, at: { row: number; column: number }): void => {
  if (grid) {
    const { schema, tr } = view.state
    const table = tableOf(schema, grid, place.table)
    const whole = gridOf(table)
    tr.replaceWith(place.start, place.start + place.table.nodeSize, table)
    const cell = cellAt(whole, Math.min(at.row, whole.height - 1), Math.min(at.column, whole.width - 1))
    const { row, column } = cell ?? { row: 0, column: 0 }
    view.dispatch(closeHistory(intoCell(tr, { table, start: place.start, row, column: indexIn(whole, row, column) })))
  }
  view.focus()
}

/** Adds a row above or below the cursor, and puts the cursor into its first cell. */
export const addRow = (view: EditorView, isAbove = false): void => {
  const chosen = chosenIn(view.state)
  if (!chosen) return
  const { grid, area } = chosen
  // Above a head there is none: it comes below, as the first of the body.
  const row = isAbove
    ? Math.max(area.top, Math.min(grid.heads, area.bottom + 1))
    : Math.max(area.bottom + 1, grid.heads)
  put(view, chosen, withRow(view.state.schema, grid, row), { row, column: 0 })
}

/** Adds a column beside the cursor, and puts the cursor into its cell of the same row. */
export const addColumn = (view: EditorView, isBefore = false): void => {
  const chosen = chosenIn(view.state)
  if (!chosen) return
  const column = isBefore ? chosen.area.left : chosen.area.right + 1
  put(view, chosen, withColumn(chosen.grid, column), { row: chosen.area.top, column })
}

const changing =
  (change: (grid: Grid, area: Area) => Grid | null) =>
  (view: EditorView): void => {
    const chosen = chosenIn(view.state)
    if (chosen) put(view, chosen, change(chosen.grid, chosen.area), { row: chosen.area.top, column: chosen.area.left })
  }

/** Removes the rows that are selected; the last one below the head stays. */
export const removeRow = changing(withoutRows)

/** Removes the columns that are selected; the last one stays. */
export const removeColumn = changing(withoutColumns)

/** Makes a head of the first row, or a row like any other. */
export const toggleHeadRow = changing(withHeadRow)

/** Makes titles of the first cells of the rows, or cells like any other. */
export const toggleHeadColumn = changing(withHeadColumn)

/** Makes one cell of those that are selected; of a single one, and its neighbour to the right, or below in the last column. */
export const mergeCells = changing((grid, area) => {
  const isOne = grid.cells.some(
    ({ row, column, down, right }) =>
      row === area.top && column === area.left && row + down - 1 === area.bottom && column + right - 1 === area.right,
  )
  if (!isOne) return merged(grid, area)
  const isLast = area.right === grid.width - 1
  const next = isLast ? { ...area, bottom: area.bottom + 1 } : { ...area, right: area.right + 1 }
  return next.bottom < grid.height ? merged(grid, wholeArea(grid, next)) : null
})

/** Makes a cell for each place of the one at the cursor that takes several. */
export const splitCell = changing((grid, { top, left }) => split(grid, top, left))

/** Takes the table of the cursor out of the text. */
export const removeTable = (view: EditorView): void => {
  const place = tableAt(view.state.selection.$head)
  if (!place) return
  const { tr } = view.state
  tr.delete(place.start, place.start + place.table.nodeSize)
  view.dispatch(
    closeHistory(tr)
      .setSelection(Selection.near(tr.doc.resolve(place.start)))
      .scrollIntoView(),
  )
  view.focus()
}

/** What the toolbar shows of the table at the cursor; null outside of any. */
export const tableState = (
  state: EditorState,
): { hasHeadRow: boolean; hasHeadColumn: boolean; isSpanning: boolean } | null => {
  const place = tableAt(state.selection.$head)
  if (!place) return null
  const grid = gridOf(place.table)
  const cell = cellOf(grid, place)
  return {
    hasHeadRow: grid.heads > 0,
    hasHeadColumn: hasHeadColumn(grid),
    isSpanning: Boolean(cell && (cell.down > 1 || cell.right > 1)),
  }
}

/** Tab and Shift+Tab in a table: the next cell and the one before; behind the last one a new row. In a list within a cell, Tab is the list's. */
export const moveToCell = (view: EditorView, isBack: boolean): boolean => {
  const { $head } = view.state.selection
  const place = tableAt($head)
  if (!place || $head.node(-1).type.name === 'listItem') return false
  const grid = gridOf(place.table)
  const places = grid.cells.map(({ row, column }) => ({ ...place, row, column: indexIn(grid, row, column) }))
  const next =
    places[places.findIndex(({ row, column }) => row === place.row && column === place.column) + (isBack ? -1 : 1)]
  if (next) view.dispatch(intoCell(view.state.tr, next))
  else if (!isBack) addRow(view)
  return Boolean(next) || !isBack
}
