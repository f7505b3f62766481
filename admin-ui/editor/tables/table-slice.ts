import { Fragment, type Node, Slice } from 'prosemirror-model'
import type { EditorState, Transaction } from 'prosemirror-state'
import { cellsOf, intoCell, tableAt, type TablePlace, tableOf } from './tables.ts'

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

const fillCells = (change: Transaction, place: TablePlace, pasted: readonly (readonly Node[])[]): void => {
  const cells = cellsOf(place.table).map((row) => [...row])
  const { schema } = change.doc.type
  const replaced: string[] = []
  pasted.forEach((row, down) => {
    const target = (cells[place.row + down] ??= [])
    const there = target.slice(place.column, place.column + row.length)
    replaced.push(...there.flatMap((cell, at) => (row[at]?.content.eq(cell.content) ? [] : sayCell(cell) || [])))
    while (target.length < place.column) target.push(schema.node('tableBodyCell', null, schema.node('paragraph')))
    target.splice(place.column, row.length, ...row)
  })
  const table = tableOf(schema, cells, place.table)
  change.replaceWith(place.start, place.start + place.table.nodeSize, table)
  intoCell(change, { ...place, table }).setMeta(replacedCells, replaced)
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

/** Puts a pasted slice into a table: cells into cells, words into the cell; what no cell can hold goes below. False outside tables. */
export const placeInTable = (change: Transaction, slice: Slice): boolean => {
  const place = tableAt(change.selection.$from)
  if (!place) return false
  const bare = withoutWrap(slice)
  const cells = cellsIn(bare)
  if (cells) fillCells(change, place, cells)
  else if (place.row > 0 && bare.content.content.every(({ type }) => /^(paragraph|.*List)$/.test(type.name)))
    change.replaceSelection(bare)
  else if (isPartOfBlock(bare) || hasOnlyWords(bare.content))
    change.replaceSelection(new Slice(Fragment.from(linesIn(bare.content)), 1, 1))
  else if (bare.content.content.every((node) => node.isInline)) change.replaceSelection(bare)
  else change.insert(belowTable(change, place, slice), slice.content)
  change.scrollIntoView()
  return true
}
