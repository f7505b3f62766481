import { rename } from '../paste/paste-nodes.ts'

// A cell that claims thousands of columns must not get them.
const widest = 60

// A cell holds words, pictures and lists; the model would end the table before anything else.
const plainCell = (cell: Element): void => {
  for (const rule of cell.querySelectorAll('hr')) rule.remove()
  for (const block of cell.querySelectorAll('h1, h2, h3, h4, h5, h6, pre')) rename(block, 'p')
  for (const wrapper of cell.querySelectorAll('blockquote, html-opaque')) wrapper.replaceWith(...wrapper.childNodes)
}

// By rows and columns: where a cell spans others, those are empty.
const gridOf = (table: HTMLTableElement): (Element | undefined)[][] => {
  const grid: (Element | null | undefined)[][] = [...table.rows].map(() => [])
  for (const [row, line] of [...table.rows].entries()) {
    let column = 0
    for (const cell of line.cells) {
      while (grid[row]?.[column] !== undefined) column += 1
      for (let down = 0; down < Math.min(cell.rowSpan, grid.length - row); down += 1)
        for (let right = 0; right < Math.min(cell.colSpan, widest); right += 1) {
          const target = grid[row + down]
          if (target) target[column + right] = down || right ? null : cell
        }
    }
  }
  return grid.map((line) => Array.from(line, (cell) => cell ?? undefined))
}

const rebuild = (table: HTMLTableElement): void => {
  const { ownerDocument } = table
  const grid = gridOf(table)
  const width = Math.max(0, ...grid.map(({ length }) => length))
  const caption = ownerDocument.createElement('p')
  caption.append(...(table.caption?.childNodes ?? []))
  if (caption.textContent?.trim()) table.before(caption)
  if (!width) return table.remove()
  const whole = ownerDocument.createElement('table')
  const [head, body] = ['thead', 'tbody'].map((name) => whole.appendChild(ownerDocument.createElement(name)))
  for (let row = 0; row < Math.max(2, grid.length); row += 1) {
    const line = ownerDocument.createElement('tr')
    for (let column = 0; column < width; column += 1) {
      const cell = ownerDocument.createElement(row ? 'td' : 'th')
      cell.append(...(grid[row]?.[column]?.childNodes ?? []))
      plainCell(cell)
      line.append(cell)
    }
    ;(row ? body : head)?.append(line)
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

/** Gives pasted tables the editor's shape: one head row, equal rows, no spans; a nested table becomes lines, a caption a paragraph. */
export const completeTables = (root: ParentNode): void => {
  // From the inside out.
  for (const table of [...root.querySelectorAll('table')].reverse())
    if (table.parentElement?.closest('table')) flatten(table)
    else rebuild(table)
}
