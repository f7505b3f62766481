import type { Node, ResolvedPos, Schema } from 'prosemirror-model'
import { type EditorState, TextSelection, type Transaction } from 'prosemirror-state'

/** A table, where it starts, and which of its cells is meant; the head is row 0. */
export type TablePlace = { table: Node; start: number; row: number; column: number }

/** The rows of a table, the head first. */
const linesOf = (table: Node): Node[] => table.children.flatMap((section) => section.children)

/** The cells of a table by rows, the head first. */
export const cellsOf = (table: Node): (readonly Node[])[] => linesOf(table).map((line) => line.children)

/** The cell around a position; null outside of tables. */
export const tableAt = ($at: ResolvedPos): TablePlace | null => {
  for (let depth = $at.depth; depth > 3; depth -= 1) {
    const table = $at.node(depth - 3)
    if (table.type.name !== 'table' || !$at.node(depth).type.name.endsWith('Cell')) continue
    const row = $at.index(depth - 2) + $at.index(depth - 3)
    return { table, start: $at.before(depth - 3), row, column: $at.index(depth - 1) }
  }
  return null
}

const cellName = (row: number): string => (row === 0 ? 'tableHeadCell' : 'tableBodyCell')

/** A cell without words. */
export const emptyCell = (schema: Schema, row: number): Node =>
  schema.node(cellName(row), null, schema.node('paragraph'))

// A head holds paragraphs only: of a list it gets the lines.
const asCellOf = (schema: Schema, row: number, cell: Node): Node => {
  if (cell.type.name === cellName(row)) return cell
  const lines: Node[] = []
  cell.descendants((node) => {
    if (node.isTextblock) lines.push(schema.node('paragraph', null, node.content))
    return !node.isTextblock
  })
  return schema.node(cellName(row), null, row === 0 ? lines : cell.content)
}

/** A table of these cells: the first row is the head, rows are filled up to the longest, and there are at least two. */
export const tableOf = (schema: Schema, cells: readonly (readonly Node[])[], like?: Node): Node => {
  const width = Math.max(1, ...cells.map(({ length }) => length))
  const known = like ? linesOf(like) : []
  const lines = Array.from({ length: Math.max(2, cells.length) }, (_, row) => {
    const full = Array.from({ length: width }, (_cell, column) => {
      const cell = cells[row]?.[column]
      return cell ? asCellOf(schema, row, cell) : emptyCell(schema, row)
    })
    return schema.node('tableRow', known[row]?.attrs, full)
  })
  return schema.node('table', like?.attrs, [
    schema.node('tableHead', like?.firstChild?.attrs, lines.slice(0, 1)),
    schema.node('tableBody', like?.lastChild?.attrs, lines.slice(1)),
  ])
}

const sizeOf = (nodes: readonly Node[]): number => nodes.reduce((sum, { nodeSize }) => sum + nodeSize, 0)

/** Where a row of a table starts; after the last one for the number of its rows. */
export const startOfRow = ({ table, start, row }: Omit<TablePlace, 'column'>): number => {
  const inHead = start + 2
  if (row === 0) return inHead
  // The end of the head and the start of the body lie between.
  return inHead + sizeOf(linesOf(table).slice(0, row)) + 2
}

/** A change with the cursor put into a cell. */
export const intoCell = (change: Transaction, place: TablePlace): Transaction => {
  const cells = cellsOf(place.table)[place.row] ?? []
  const at = startOfRow(place) + 1 + sizeOf(cells.slice(0, place.column)) + 1
  return change.setSelection(TextSelection.near(change.doc.resolve(at))).scrollIntoView()
}

const isWhole = (table: Node): boolean => {
  const cells = cellsOf(table)
  const width = cells[0]?.length ?? 0
  const isEven = cells.every((row, at) => row.length === width && row.every(({ type }) => type.name === cellName(at)))
  return width > 0 && cells.length > 1 && isEven
}

const brokenIn = (block: Node, at: number): { table: Node; at: number }[] => {
  const found = block.type.name === 'table' && !isWhole(block) ? [{ table: block, at }] : []
  block.descendants((node, inside) => {
    if (node.type.name === 'table' && !isWhole(node)) found.push({ table: node, at: at + 1 + inside })
  })
  return found
}

/** Makes changed tables whole again (one head row, one more, equal rows), on which commands rely. Null when there is nothing to do. */
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
    change.replaceWith(at, at + table.nodeSize, tableOf(after.schema, cellsOf(table), table))
  // Replacing a whole table moves the cursor out of it.
  const { anchor, head } = after.selection
  const end = change.doc.content.size
  return change.setSelection(
    TextSelection.between(change.doc.resolve(Math.min(anchor, end)), change.doc.resolve(Math.min(head, end))),
  )
}
