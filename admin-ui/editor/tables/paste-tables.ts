import { rename } from '../paste/paste-nodes.ts'

// A cell that claims thousands of columns must not get them.
const widest = 60

// A cell holds words, pictures and lists; the model would end the table before anything else.
const plainCell = (cell: Element): void => {
  for (const rule of cell.querySelectorAll('hr')) rule.remove()
  for (const block of cell.querySelectorAll('h1, h2, h3, h4, h5, h6, pre')) rename(block, 'p')
  for (const wrapper of cell.querySelectorAll('blockquote, html-opaque')) wrapper.replaceWith(...wrapper.childNodes)
}

const rebuildCell = (cell: HTMLTableCellElement, isHead: boolean, most: number): HTMLElement => {
  // Titles of rows stay, in the first column; elsewhere programs make heads of what is only bold.
  const isTitle = cell.localName === 'th' && cell.cellIndex === 0
  const made = cell.ownerDocument.createElement(isHead || isTitle ? 'th' : 'td')
  made.append(...cell.childNodes)
  const [right, down] = [Math.min(cell.colSpan, widest), Math.min(cell.rowSpan || most, most)]
  if (right > 1) made.setAttribute('colspan', String(right))
  if (down > 1) made.setAttribute('rowspan', String(down))
  plainCell(made)
  return made
}

const rebuild = (table: HTMLTableElement): void => {
  const { ownerDocument } = table
  const caption = ownerDocument.createElement('p')
  caption.append(...(table.caption?.childNodes ?? []))
  if (caption.textContent?.trim()) table.before(caption)
  const rows = [...table.rows]
  const first = [...(rows[0]?.cells ?? [])]
  if (!rows.some(({ cells }) => cells.length)) return table.remove()
  const whole = ownerDocument.createElement('table')
  const [head, body] = ['thead', 'tbody'].map((name) => whole.appendChild(ownerDocument.createElement(name)))
  const heads = Math.min(Math.max(1, ...first.map(({ rowSpan }) => rowSpan)), Math.max(1, rows.length - 1))
  for (let row = 0; row < Math.max(2, rows.length); row += 1) {
    const isHead = row < heads
    const line = ownerDocument.createElement('tr')
    const most = (isHead ? heads : rows.length) - row
    for (const cell of rows[row]?.cells ?? []) line.append(rebuildCell(cell, isHead, most))
    if (!rows[row]) line.append(ownerDocument.createElement('td'))
    ;(isHead ? head : body)?.append(line)
  }
  table.replaceWith(whole)
}

const flatten = (table: HTMLTableElement): void => {
  const lines = [...table.rows].map((row) => {
    const line = table.ownerDocument.createElement('p')
    for (const cell of row.cells) line.append(...cell.childNodes, ' ')
    return line
  })
  table.replaceWith(...lines)
}

/** Gives pasted tables the editor's shape: a head of the first row, with what its cells reach over; a nested table becomes lines, a caption a paragraph. */
export const completeTables = (root: ParentNode): void => {
  // From the inside out.
  for (const table of [...root.querySelectorAll('table')].reverse())
    if (table.parentElement?.closest('table')) flatten(table)
    else rebuild(table)
}
