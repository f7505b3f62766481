import type { Node, Schema } from 'prosemirror-model'
import { type Cell, cellAs, cellAt, emptyCell, type Grid } from './grid.ts'

/** Rows and columns of a table, both ends included. */
export type Area = { top: number; left: number; bottom: number; right: number }

const isHeadCell = ({ type }: Node): boolean => type.name === 'tableHeadCell'
const scopeKey = 'data-kept-scope'

const ofRow = (node: Node): Node => cellAs(node, true, { htmlAttrs: { ...node.attrs.htmlAttrs, [scopeKey]: 'row' } })

const ofBody = (node: Node): Node => {
  const { [scopeKey]: _scope, ...others } = node.attrs.htmlAttrs ?? {}
  return cellAs(node, false, { htmlAttrs: Object.keys(others).length ? others : null })
}

/** True when the first cell of each row below the head is one of a head. */
export const hasHeadColumn = ({ cells, heads }: Grid): boolean => {
  const first = cells.filter(({ row, column }) => column === 0 && row >= heads)
  return first.length > 0 && first.every(({ node }) => isHeadCell(node))
}

/** With a row put in before another; a cell that reaches over both grows. */
export const withRow = (schema: Schema, grid: Grid, at: number): Grid => {
  const heads = at < grid.heads ? grid.heads + 1 : grid.heads
  const cells = grid.cells.map((cell): Cell => {
    if (cell.row >= at) return { ...cell, row: cell.row + 1 }
    return cell.row + cell.down > at ? { ...cell, down: cell.down + 1 } : cell
  })
  const isHead = at < grid.heads
  const titled =
    !isHead &&
    hasHeadColumn(grid) &&
    !cells.some(({ row, column, down }) => column === 0 && row < at && row + down > at)
  const title: Cell[] = titled ? [{ node: ofRow(emptyCell(schema, true)), row: at, column: 0, down: 1, right: 1 }] : []
  return { ...grid, cells: [...cells, ...title], height: grid.height + 1, heads, rows: grid.rows.toSpliced(at, 0, {}) }
}

/** With a column put in before another; a cell that reaches over both grows. */
export const withColumn = (grid: Grid, at: number): Grid => {
  const cells = grid.cells.map((cell): Cell => {
    if (cell.column >= at) return { ...cell, column: cell.column + 1 }
    return cell.column + cell.right > at ? { ...cell, right: cell.right + 1 } : cell
  })
  return { ...grid, cells, width: grid.width + 1 }
}

// A cell without what it has between two places; null when nothing is left of it.
const cut = (from: number, length: number, first: number, last: number): { from: number; length: number } | null => {
  const before = Math.max(0, Math.min(from + length, first) - from)
  const behind = Math.max(0, from + length - Math.max(from, last + 1))
  const left = before + behind
  if (left === 0) return null
  return { from: from > last ? from - (last - first + 1) : Math.min(from, first), length: left }
}

/** Without some rows; null when nothing would be left below the head. */
export const withoutRows = (grid: Grid, { top, bottom }: Area): Grid | null => {
  const count = bottom - top + 1
  const heads = grid.heads - Math.max(0, Math.min(bottom + 1, grid.heads) - top)
  if (grid.height - count - heads < 1) return null
  const cells = grid.cells.flatMap((cell): Cell[] => {
    const left = cut(cell.row, cell.down, top, bottom)
    return left ? [{ ...cell, row: left.from, down: left.length }] : []
  })
  return { ...grid, cells, height: grid.height - count, heads, rows: grid.rows.toSpliced(top, count) }
}

/** Without some columns; null when none would be left. */
export const withoutColumns = (grid: Grid, area: Area): Grid | null => {
  const count = area.right - area.left + 1
  if (count >= grid.width) return null
  const cells = grid.cells.flatMap((cell): Cell[] => {
    const left = cut(cell.column, cell.right, area.left, area.right)
    return left ? [{ ...cell, column: left.from, right: left.length }] : []
  })
  return { ...grid, cells, width: grid.width - count }
}

/** With a head of the first row (and what its cells reach over), or without one; null for a table of one row. */
export const withHeadRow = (grid: Grid): Grid | null => {
  if (grid.heads) {
    const keepsTitles = hasHeadColumn(grid)
    const cells = grid.cells.map((cell): Cell => {
      if (cell.row >= grid.heads) return cell
      return { ...cell, node: keepsTitles && cell.column === 0 ? ofRow(cell.node) : ofBody(cell.node) }
    })
    return { ...grid, cells, heads: 0 }
  }
  const heads = Math.max(...grid.cells.filter(({ row }) => row === 0).map(({ down }) => down))
  if (heads >= grid.height) return null
  const cells = grid.cells.map(
    (cell): Cell => (cell.row < heads ? { ...cell, node: cellAs(ofBody(cell.node), true) } : cell),
  )
  return { ...grid, cells, heads }
}

/** With the first cell of each row below the head as its title, or as any other. */
export const withHeadColumn = (grid: Grid): Grid => {
  const change = hasHeadColumn(grid) ? ofBody : ofRow
  const cells = grid.cells.map(
    (cell): Cell => (cell.column === 0 && cell.row >= grid.heads ? { ...cell, node: change(cell.node) } : cell),
  )
  return { ...grid, cells }
}

const overlaps = (cell: Cell, { top, left, bottom, right }: Area): boolean =>
  cell.row <= bottom && cell.row + cell.down > top && cell.column <= right && cell.column + cell.right > left

/** An area grown until no cell reaches out of it. */
export const wholeArea = (grid: Grid, area: Area): Area => {
  const within = grid.cells.filter((cell) => overlaps(cell, area))
  const grown = {
    top: Math.min(...within.map(({ row }) => row)),
    left: Math.min(...within.map(({ column }) => column)),
    bottom: Math.max(...within.map(({ row, down }) => row + down - 1)),
    right: Math.max(...within.map(({ column, right }) => column + right - 1)),
  }
  const isSame =
    grown.top === area.top && grown.left === area.left && grown.bottom === area.bottom && grown.right === area.right
  return isSame ? grown : wholeArea(grid, grown)
}

const isEmpty = (cell: Node): boolean => cell.childCount === 1 && cell.firstChild?.content.size === 0

/** With one cell in the place of several, which has what stood in all of them; null for a single cell, or across the border of the head. */
export const merged = (grid: Grid, area: Area): Grid | null => {
  const within = grid.cells.filter((cell) => overlaps(cell, area))
  const [first] = within
  if (!first || within.length < 2 || (area.top < grid.heads && area.bottom >= grid.heads)) return null
  const isHead = isHeadCell(first.node)
  const filled = within.map(({ node }) => cellAs(node, isHead)).filter((node) => !isEmpty(node))
  const content = filled.reduce((all, { content: one }) => all.append(one), first.node.content.cut(0, 0))
  const node = filled.length ? cellAs(first.node, isHead).copy(content) : first.node
  const one = {
    node,
    row: area.top,
    column: area.left,
    down: area.bottom - area.top + 1,
    right: area.right - area.left + 1,
  }
  return { ...grid, cells: [...grid.cells.filter((cell) => !within.includes(cell)), one] }
}

/** With a cell for each place of one that takes several; null for any other. */
export const split = (grid: Grid, row: number, column: number): Grid | null => {
  const cell = cellAt(grid, row, column)
  if (!cell || (cell.down === 1 && cell.right === 1)) return null
  return { ...grid, cells: grid.cells.map((one) => (one === cell ? { ...one, down: 1, right: 1 } : one)) }
}
