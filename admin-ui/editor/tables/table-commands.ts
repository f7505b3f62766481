import { TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { cellsOf, emptyCell, intoCell, startOfRow, tableAt, tableOf } from './tables.ts'

/** Puts a table of three rows and two columns where the cursor is, and the cursor into its first cell. */
export const insertTable = (view: EditorView): void => {
  const { schema, selection, tr } = view.state
  const table = tableOf(schema, [[emptyCell(schema, 0), emptyCell(schema, 0)], [], []])
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

/** Adds a row below the cursor, and puts the cursor into its first cell. */
export const addRow = (view: EditorView): void => {
  const { schema, selection, tr } = view.state
  const place = tableAt(selection.$head)
  if (!place) return
  const row = place.row + 1
  const cells = (cellsOf(place.table)[place.row] ?? []).map(() => emptyCell(schema, row))
  tr.insert(startOfRow({ ...place, row }), schema.node('tableRow', null, cells))
  const table = tr.doc.nodeAt(place.start)
  if (table) view.dispatch(intoCell(tr, { table, start: place.start, row, column: 0 }))
  view.focus()
}

/** Tab in the last cell of a table adds a row. In a list within the cell, Tab stays the list's. */
export const tabInLastCell = (view: EditorView): boolean => {
  const { $head } = view.state.selection
  const place = tableAt($head)
  const cells = place ? cellsOf(place.table) : []
  const isLast = place?.row === cells.length - 1 && place.column === (cells.at(-1)?.length ?? 0) - 1
  if (!isLast || $head.node(-1).type.name === 'listItem') return false
  addRow(view)
  return true
}
