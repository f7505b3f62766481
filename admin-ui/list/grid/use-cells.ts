import {
  type ClipboardEvent,
  type Dispatch,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { t } from '../../../ui-shared/i18n.ts'
import { toastSuccess } from '../../../ui-shared/overlay/toast.tsx'
import type { CellWays } from './grid-cell.tsx'
import { type Cell, type GridAction, type GridState, valueAt } from './grid-state.ts'
import { type Place, placeAfter } from './moves.ts'
import { cellsIn, isBlank, leftOutWords, type LeftOut } from './pasted.ts'

/** What a grid is made of now. */
type Grid = {
  state: GridState
  names: readonly string[]
  isOpen: (cell: Cell) => boolean
  mayBeBlank: (cell: Cell) => boolean
}

type Visit = { nth: number; first: string; isTyping: boolean }

const placeOf = (input: HTMLInputElement): Place => {
  const [at = 0, column = 0] = (input.dataset.place ?? '').split(' ').map(Number)
  return { at, column }
}

const inputAt = (table: HTMLElement | null, { at, column }: Place) =>
  table?.querySelector<HTMLInputElement>(`input[data-place="${at} ${column}"]`) ?? null

const cellAt = ({ state, names }: Grid, { at, column }: Place): Cell | null => {
  const [row, name] = [state.rows[at], names[column]]
  return row && name !== undefined ? { id: row.id, name } : null
}

const isUndo = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  (ctrlKey || metaKey) && ['z', 'y'].includes(key.toLowerCase())

/** What a text that is pasted at a cell puts into it and into those below and beside it, and which of its values it leaves out. */
const filling = (grid: Grid, from: Place, lines: readonly string[][]): { cells: Filled[]; left: LeftOut } => {
  const values = lines.flatMap((line, down) =>
    line.map((value, right) => ({ value, cell: cellAt(grid, { at: from.at + down, column: from.column + right }) })),
  )
  const open = values.flatMap(({ value, cell }) => (cell && grid.isOpen(cell) ? [{ ...cell, value }] : []))
  const takes = ({ value, ...cell }: Filled) => !isBlank(value) || grid.mayBeBlank(cell)
  const left = {
    outside: values.flatMap(({ value, cell }) => (cell ? [] : [value])),
    locked: values.flatMap(({ value, cell }) => (cell && !grid.isOpen(cell) ? [value] : [])),
    needed: open.flatMap((one) => (takes(one) ? [] : [one.value])),
  }
  return { cells: open.filter(takes), left }
}

type Filled = Cell & { value: string }

type Desk = {
  table: RefObject<HTMLElement | null>
  now: RefObject<Grid>
  visit: RefObject<Visit>
  dispatch: Dispatch<GridAction>
  say: (words: string) => void
}

// What is typed from now on is one step, which Escape takes back.
const begin = ({ visit }: Desk, input: HTMLInputElement | null) => {
  input?.select()
  visit.current = { nth: visit.current.nth + 1, first: input?.value ?? '', isTyping: false }
}

const goToCell = ({ table, now }: Desk, { id, name }: Cell): HTMLInputElement | null => {
  const { state, names } = now.current
  const input = inputAt(table.current, {
    at: state.rows.findIndex((row) => row.id === id),
    column: names.indexOf(name),
  })
  input?.focus()
  return input
}

const stepBack = (desk: Desk, isForth: boolean) => {
  const { steps, undone } = desk.now.current.state
  const first = (isForth ? undone : steps).at(-1)?.changes[0]
  flushSync(() => desk.dispatch({ do: isForth ? 'redo' : 'undo' }))
  if (first) begin(desk, goToCell(desk, first))
}

const escape = ({ now, visit, dispatch }: Desk, input: HTMLInputElement): boolean => {
  const cell = cellAt(now.current, placeOf(input))
  const { nth, first } = visit.current
  if (!cell || valueAt(now.current.state, cell) === first) return false
  flushSync(() => dispatch({ do: 'type', cell, value: first, visit: nth }))
  input.select()
  visit.current = { nth, first, isTyping: false }
  return true
}

const move = ({ table, now, visit }: Desk, event: KeyboardEvent<HTMLInputElement>) => {
  const { state, names } = now.current
  const isOpen = (place: Place) => {
    const cell = cellAt(now.current, place)
    return cell !== null && now.current.isOpen(cell)
  }
  const size = { rows: state.rows.length, columns: names.length, isOpen }
  const to = placeAfter(event, placeOf(event.currentTarget), visit.current.isTyping, size)
  if (to === undefined) return
  event.preventDefault()
  if (to) inputAt(table.current, to)?.focus()
}

const press = (desk: Desk, event: KeyboardEvent<HTMLInputElement>) => {
  const { currentTarget: input, key } = event
  // Whoever composes Japanese or Chinese chooses with these keys.
  if (event.nativeEvent.isComposing || event.altKey) return
  if (isUndo(event)) {
    event.preventDefault()
    return stepBack(desk, event.shiftKey || key.toLowerCase() === 'y')
  }
  if (key === 'Escape' && escape(desk, input)) return event.preventDefault()
  if (key !== 'F2') return move(desk, event)
  event.preventDefault()
  desk.visit.current.isTyping = true
  input.setSelectionRange(input.value.length, input.value.length)
}

const inserted = ({ value, selectionStart, selectionEnd }: HTMLInputElement, text: string): string =>
  value.slice(0, selectionStart ?? 0) + text + value.slice(selectionEnd ?? value.length)

const paste = (desk: Desk, event: ClipboardEvent<HTMLInputElement>) => {
  const input = event.currentTarget
  const text = event.clipboardData.getData('text/plain')
  const lines = cellsIn(text)
  const [[single = ''] = []] = lines
  const isSingle = lines.length === 1 && lines[0]?.length === 1
  // One that a spreadsheet has not put in quotation marks the browser pastes itself.
  if (text === '' || (isSingle && single !== '' && !/[\n\t]/.test(text.trim()))) return
  event.preventDefault()
  // A blank cell is pasted as a whole: there is nothing to insert.
  const isInserted = isSingle && single !== ''
  const { cells, left } = filling(desk.now.current, placeOf(input), isInserted ? [[inserted(input, single)]] : lines)
  flushSync(() => desk.dispatch({ do: 'fill', cells }))
  begin(desk, input)
  const filled = t('{count, plural, one {# cell} other {# cells}} filled.', { count: cells.length })
  const words = leftOutWords(left)
  // What was left out is said to all.
  if (words === '') desk.say(filled)
  else toastSuccess(`${filled} ${words}`, undefined, t('WARNING'))
}

// The first click takes the cell, the second one goes into its text.
const pointAt = ({ visit }: Desk, event: MouseEvent<HTMLInputElement>) => {
  if (document.activeElement === event.currentTarget) {
    visit.current.isTyping = true
    return
  }
  event.preventDefault()
  event.currentTarget.focus()
}

const waysOf = (desk: Desk): CellWays => ({
  onType: (cell, value) => {
    desk.visit.current.isTyping = true
    desk.dispatch({ do: 'type', cell, value, visit: desk.visit.current.nth })
  },
  onAnswer: (cell, isMine) => {
    flushSync(() => desk.dispatch({ do: 'answer', cell, isMine }))
    goToCell(desk, cell)
  },
  onFocus: ({ currentTarget }) => begin(desk, currentTarget),
  onMouseDown: (event) => pointAt(desk, event),
  onKeyDown: (event) => press(desk, event),
  onPaste: (event) => paste(desk, event),
})

/** The habits of a spreadsheet in the cells of a table: keys that move, typing over, taking back, and pasting of several lines. */
export const useCells = (grid: Grid, dispatch: Dispatch<GridAction>, table: RefObject<HTMLElement | null>) => {
  const [said, say] = useState('')
  const now = useRef(grid)
  useLayoutEffect(() => {
    now.current = grid
  })
  const visit = useRef<Visit>({ nth: 0, first: '', isTyping: false })
  const desk = useMemo((): Desk => ({ table, now, visit, dispatch, say }), [table, dispatch])
  const ways = useMemo(() => waysOf(desk), [desk])
  return { ways, said, goTo: (cell: Cell) => void goToCell(desk, cell) }
}
