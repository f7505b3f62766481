import type { Attrs, Node, Schema } from 'prosemirror-model'

/** A cell by its first row and column, and how many of each it takes. */
export type Cell = { node: Node; row: number; column: number; down: number; right: number }

/** A table by its cells: each place of it belongs to exactly one. `heads` is how many rows its head has. */
export type Grid = { cells: readonly Cell[]; height: number; width: number; heads: number; rows: readonly Attrs[] }

/** A table, where it starts, and which of its cells is meant. */
export type TablePlace = { table: Node; start: number; row: number; column: number }

// What claims thousands of columns must not get them.
const widest = 60

const spanOf = (attrs: Attrs, name: 'colspan' | 'rowspan', most: number): number =>
  Math.max(1, Math.min(Number(attrs[name] ?? 1) || 1, most))

/** The rows of a table, those of its head first. */
export const linesOf = (table: Node): Node[] => table.children.flatMap((section) => section.children)

/** The cells of a table as their rows hold them. */
export const cellsOf = (table: Node): (readonly Node[])[] => linesOf(table).map((line) => line.children)

const headsOf = (table: Node): number => (table.firstChild?.type.name === 'tableHead' ? table.firstChild.childCount : 0)

/** Reads a table. Rows that are too short have holes, which `tableOf` fills; what would stand twice is cut. */
export const gridOf = (table: Node): Grid => {
  const lines = linesOf(table)
  const heads = headsOf(table)
  const taken = lines.map((): boolean[] => [])
  const cells: Cell[] = []
  for (const [row, line] of lines.entries()) {
    let column = 0
    const end = row < heads ? heads : lines.length
    for (const node of line.children) {
      while (taken[row]?.[column]) column += 1
      const down = spanOf(node.attrs, 'rowspan', end - row)
      const most = spanOf(node.attrs, 'colspan', widest)
      let right = 1
      while (right < most && !taken[row]?.[column + right]) right += 1
      for (let below = row; below < row + down; below += 1)
        for (let beside = column; beside < column + right; beside += 1) (taken[below] ??= [])[beside] = true
      cells.push({ node, row, column, down, right })
      column += right
    }
  }
  const width = Math.max(1, ...cells.map(({ column, right }) => column + right))
  return { cells, height: lines.length, width, heads, rows: lines.map(({ attrs }) => attrs) }
}

/** The cell that a place of the table belongs to. */
export const cellAt = ({ cells }: Grid, row: number, column: number): Cell | undefined =>
  cells.find(
    (cell) =>
      row >= cell.row && row < cell.row + cell.down && column >= cell.column && column < cell.column + cell.right,
  )

/** A cell without words. */
export const emptyCell = (schema: Schema, isHead: boolean): Node =>
  schema.node(isHead ? 'tableHeadCell' : 'tableBodyCell', null, schema.node('paragraph'))

// A head holds paragraphs only: of a list it gets the lines.
const linesIn = (cell: Node): Node[] => {
  const lines: Node[] = []
  cell.descendants((node) => {
    if (node.isTextblock) lines.push(cell.type.schema.node('paragraph', null, node.content))
    return !node.isTextblock
  })
  return lines
}

/** A cell as one of a head or of the body, with its attributes changed. */
export const cellAs = (cell: Node, isHead: boolean, attrs: Attrs = {}): Node => {
  const name = isHead ? 'tableHeadCell' : 'tableBodyCell'
  const content = isHead && cell.type.name !== name ? linesIn(cell) : cell.content
  return cell.type.schema.node(name, { ...cell.attrs, ...attrs }, content)
}

const isHeadCell = ({ type }: Node): boolean => type.name === 'tableHeadCell'

/** The table of a grid; `like` gives the attributes of the whole. What no cell has is filled. */
export const tableOf = (schema: Schema, grid: Grid, like?: Node): Node => {
  const taken = new Set<string>()
  for (const { row, column, down, right } of grid.cells)
    for (let below = row; below < row + down; below += 1)
      for (let beside = column; beside < column + right; beside += 1) taken.add(`${below} ${beside}`)
  const heads = grid.heads < grid.height ? grid.heads : 0
  const lines = Array.from({ length: grid.height }, (_, row) => {
    const placed = grid.cells
      .filter((cell) => cell.row === row)
      .map(({ node, column, down, right }) => ({
        column,
        node: cellAs(node, row < heads || isHeadCell(node), { rowspan: down, colspan: right }),
      }))
    for (let column = 0; column < grid.width; column += 1)
      if (!taken.has(`${row} ${column}`)) placed.push({ column, node: emptyCell(schema, row < heads) })
    const inOrder = placed.sort((one, other) => one.column - other.column).map(({ node }) => node)
    return schema.node('tableRow', grid.rows[row], inOrder)
  })
  const [head, body] = [like?.firstChild, like?.lastChild]
  const sections = [schema.node('tableBody', body?.type.name === 'tableBody' ? body.attrs : null, lines.slice(heads))]
  if (heads)
    sections.unshift(
      schema.node('tableHead', head?.type.name === 'tableHead' ? head.attrs : null, lines.slice(0, heads)),
    )
  return schema.node('table', like?.attrs, sections)
}

const sizeOf = (nodes: readonly Node[]): number => nodes.reduce((sum, { nodeSize }) => sum + nodeSize, 0)

/** Where a cell of a table starts, by its row and its place in the row. */
export const startOfCell = ({ table, start, row, column }: TablePlace): number => {
  let at = start + 1
  let before = 0
  for (const section of table.children) {
    if (row < before + section.childCount) {
      const above = section.children.slice(0, row - before)
      const beside = section.child(row - before).children.slice(0, column)
      return at + 1 + sizeOf(above) + 1 + sizeOf(beside)
    }
    before += section.childCount
    at += section.nodeSize
  }
  return at
}

/** True for a table that is as the package makes it: one head row, no cell over several places. Its keys know no other. */
export const isPlain = (table: Node): boolean => {
  const { cells, heads } = gridOf(table)
  return heads === 1 && cells.every(({ down, right }) => down === 1 && right === 1)
}

/** True when each place of a table belongs to one cell, and its head has head cells alone. */
export const isWhole = (table: Node): boolean => {
  const grid = gridOf(table)
  const area = grid.cells.reduce((sum, { down, right }) => sum + down * right, 0)
  const isSaid = grid.cells.every(
    ({ node, row, down, right }) =>
      Number(node.attrs.rowspan) === down &&
      Number(node.attrs.colspan) === right &&
      (row >= grid.heads || isHeadCell(node)),
  )
  return (
    grid.cells.length > 0 && isSaid && area === grid.width * grid.height && table.lastChild?.type.name === 'tableBody'
  )
}
