import type { Node, ResolvedPos } from 'prosemirror-model'
import { type EditorState, TextSelection, type Transaction } from 'prosemirror-state'
import { type Grid, gridOf, isWhole, startOfCell, tableOf, type TablePlace } from './grid.ts'

/** The cell around a position, by its row and its place in the row; null outside of tables. */
export const tableAt = ($at: ResolvedPos): TablePlace | null => {
  for (let depth = $at.depth; depth > 3; depth -= 1) {
    const table = $at.node(depth - 3)
    if (table.type.name !== 'table' || !$at.node(depth).type.name.endsWith('Cell')) continue
    const before = table.children.slice(0, $at.index(depth - 3)).reduce((sum, { childCount }) => sum + childCount, 0)
    return { table, start: $at.before(depth - 3), row: before + $at.index(depth - 2), column: $at.index(depth - 1) }
  }
  return null
}

/** A change with the cursor put into a cell. */
export const intoCell = (change: Transaction, place: TablePlace): Transaction =>
  change.setSelection(TextSelection.near(change.doc.resolve(startOfCell(place) + 1))).scrollIntoView()

/** Where a cell of a grid stands in its row. */
export const indexIn = ({ cells }: Grid, row: number, column: number): number =>
  cells.filter((cell) => cell.row === row && cell.column < column).length

const brokenIn = (block: Node, at: number): { table: Node; at: number }[] => {
  const found = block.type.name === 'table' && !isWhole(block) ? [{ table: block, at }] : []
  block.descendants((node, inside) => {
    if (node.type.name === 'table' && !isWhole(node)) found.push({ table: node, at: at + 1 + inside })
  })
  return found
}

/** Makes changed tables whole again (each place has a cell, and one only), on which commands rely. Null when there is nothing to do. */
export const repairTables = (before: EditorState, after: EditorState): Transaction | null => {
  if (before.doc === after.doc) return null
  const known = new Set(before.doc.children)
  const broken: { table: Node; at: number }[] = []
  after.doc.forEach((block, at) => {
    if (!known.has(block)) broken.push(...brokenIn(block, at))
  })
  if (!broken.length) return null
  const change = after.tr
  // From the end, so that the places before it stay as they are.
  for (const { table, at } of broken.reverse())
    change.replaceWith(at, at + table.nodeSize, tableOf(after.schema, gridOf(table), table))
  // Replacing a whole table moves the cursor out of it.
  const { anchor, head } = after.selection
  const end = change.doc.content.size
  return change.setSelection(
    TextSelection.between(change.doc.resolve(Math.min(anchor, end)), change.doc.resolve(Math.min(head, end))),
  )
}
