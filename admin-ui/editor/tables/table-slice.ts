import { Fragment, type Node, type Schema, Slice } from 'prosemirror-model'
import type { EditorState, Transaction } from 'prosemirror-state'
import { type Cell, cellAs, cellAt, cellsOf, type Grid, gridOf, tableOf, type TablePlace } from './grid.ts'
import { withColumn, withRow } from './grid-changes.ts'
import { indexIn, intoCell, tableAt } from './tables.ts'

const isPart = ({ type }: Node): boolean => type.name.startsWith('table')

/** A slice without what was around it, with which it was copied: cells with their table, words with their list. */
export const withoutWrap = (slice: Slice): Slice => {
  const { content, openStart, openEnd } = slice
  const [only] = content.content
  if (!only || content.childCount > 1 || !openStart || !openEnd || only.isTextblock) return slice
  const inside = withoutWrap(new Slice(only.content, openStart - 1, openEnd - 1))
  return inside.content.firstChild?.type.name === 'listItem' ? slice : inside
}

const rowsIn = (node: Node): (readonly Node[])[] => {
  if (node.type.name === 'table') return cellsOf(node)
  return node.type.name === 'tableRow' ? [node.children] : node.children.map(({ children }) => children)
}

/** The cells of a slice that is a table or rows, cells or sections of one; null for any other. */
const cellsIn = ({ content }: Slice): (readonly Node[])[] | null => {
  const [first] = content.content
  if (!first || !content.content.every(isPart)) return null
  if (first.type.name.endsWith('Cell')) return [content.content]
  return first.type.name === 'table' && content.childCount > 1 ? null : content.content.flatMap(rowsIn)
}

const replacedCells = 'replacedCells'

// A picture has no words.
const sayCell = ({ textContent, content }: Node): string => textContent.trim() || (content.size > 2 ? '…' : '')

/** The words of the filled ones among the selected cells; none within a single cell, where words are like words anywhere. */
export const selectedCells = ({ doc, selection }: EditorState): readonly string[] => {
  const cells = new Set<Node>()
  for (const { $from, $to } of selection.ranges)
    doc.nodesBetween($from.pos, $to.pos, (node) => {
      if (node.type.name.endsWith('Cell')) cells.add(node)
    })
  return cells.size < 2 ? [] : [...cells].flatMap((cell) => sayCell(cell) || [])
}

/** The words of the filled cells that a change has put others into; null for a change that put no cells into a table. */
export const replacedIn = (change: Transaction): readonly string[] | null => {
  const words: unknown = change.getMeta(replacedCells)
  return Array.isArray(words) ? words.map(String) : null
}

type Filled = { cells: Map<Cell, Node>; replaced: string[]; change: Transaction }

// The first cell that is pasted to a place takes the place of what stood there; what else comes to the same cell goes below it.
const fillOne = ({ cells, replaced, change }: Filled, target: Cell, pasted: Node): void => {
  const isHead = target.node.type.name === 'tableHeadCell'
  const words = cellAs(pasted, isHead).content
  const before = cells.get(target)
  if (before) {
    if (pasted.content.size > 2) cells.set(target, before.copy(before.content.append(words)))
    return
  }
  if (!pasted.content.eq(target.node.content)) replaced.push(...[sayCell(target.node)].filter(Boolean))
  cells.set(target, change.doc.type.schema.node(target.node.type, target.node.attrs, words))
}

const grown = (schema: Schema, grid: Grid, height: number, width: number): Grid => {
  let all = grid
  while (all.height < height) all = withRow(schema, all, all.height)
  while (all.width < width) all = withColumn(all, all.width)
  return gridOf(tableOf(schema, all))
}

const fillCells = (change: Transaction, place: TablePlace, pasted: readonly (readonly Node[])[]): void => {
  const { schema } = change.doc.type
  const here = gridOf(place.table)
  const first = here.cells.find(({ row, column }) => row === place.row && indexIn(here, row, column) === place.column)
  if (!first) return
  const wide = Math.max(...pasted.map(({ length }) => length))
  const grid = grown(schema, here, first.row + pasted.length, first.column + wide)
  const filled: Filled = { cells: new Map(), replaced: [], change }
  for (const [down, row] of pasted.entries())
    for (const [right, cell] of row.entries()) {
      const target = cellAt(grid, first.row + down, first.column + right)
      if (target) fillOne(filled, target, cell)
    }
  const cells = grid.cells.map((cell) => ({ ...cell, node: filled.cells.get(cell) ?? cell.node }))
  const table = tableOf(schema, { ...grid, cells }, place.table)
  change.replaceWith(place.start, place.start + place.table.nodeSize, table)
  intoCell(change, { ...place, table }).setMeta(replacedCells, filled.replaced)
}

const hasOnlyWords = (content: Fragment): boolean =>
  content.content.every(
    (node) =>
      (node.isTextblock && !node.type.spec.code) ||
      (/^(bulletList|orderedList|blockQuote|listItem)$/.test(node.type.name) && hasOnlyWords(node.content)),
  )

const linesIn = (content: Fragment): Node[] => {
  const lines: Node[] = []
  content.descendants((node) => {
    if (node.isTextblock) lines.push(node.type.schema.node('paragraph', null, node.content))
    return !node.isTextblock
  })
  return lines
}

// A part of one line or block, such as words that were cut out of code.
const isPartOfBlock = ({ content, openStart, openEnd }: Slice): boolean =>
  content.childCount === 1 && content.firstChild?.isTextblock === true && openStart > 0 && openEnd > 0

// Figures stand at the top level only, also when the table stands in a list.
const belowTable = (change: Transaction, place: TablePlace, { content }: Slice): number =>
  content.content.some(({ type }) => type.name === 'figure')
    ? change.selection.$from.after(1)
    : place.start + place.table.nodeSize

const isBodyCell = ({ table, row, column }: TablePlace): boolean =>
  cellsOf(table)[row]?.[column]?.type.name === 'tableBodyCell'

/** Puts a pasted slice into a table: cells into cells, words into the cell; what no cell can hold goes below. False outside tables. */
export const placeInTable = (change: Transaction, slice: Slice): boolean => {
  const place = tableAt(change.selection.$from)
  if (!place) return false
  const bare = withoutWrap(slice)
  const cells = cellsIn(bare)
  if (cells) fillCells(change, place, cells)
  else if (isBodyCell(place) && bare.content.content.every(({ type }) => /^(paragraph|.*List)$/.test(type.name)))
    change.replaceSelection(bare)
  else if (isPartOfBlock(bare) || hasOnlyWords(bare.content))
    change.replaceSelection(new Slice(Fragment.from(linesIn(bare.content)), 1, 1))
  else if (bare.content.content.every((node) => node.isInline)) change.replaceSelection(bare)
  else change.insert(belowTable(change, place, slice), slice.content)
  change.scrollIntoView()
  return true
}
