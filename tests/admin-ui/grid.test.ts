import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gridFields } from '../../admin-ui/list/grid/grid-fields.ts'
import {
  changedRows,
  type GridAction,
  gridAfter,
  gridOf,
  type GridRow,
  type GridState,
  valueAt,
} from '../../admin-ui/list/grid/grid-state.ts'
import { placeAfter } from '../../admin-ui/list/grid/moves.ts'
import { cellsIn } from '../../admin-ui/list/grid/pasted.ts'
import { resources } from '../../domain/catalog.ts'

const rowOf = (id: number, values: GridRow['values'], version = 1): GridRow => ({ id, version, row: { id }, values })
const first = gridOf([rowOf(1, { name: 'One', alt: '' }), rowOf(2, { name: 'Two', alt: '' })])
const after = (...actions: GridAction[]): GridState => actions.reduce(gridAfter, first)
const type = (id: number, name: string, value: string, visit = 1): GridAction => ({
  do: 'type',
  cell: { id, name },
  value,
  visit,
})
const changes = (state: GridState) => changedRows(state).map(({ row, names }) => [row.id, ...names])
const theirs = { value: 'Theirs', by: 'Ada' }
const refused = { cells: {}, record: null, theirs: { name: theirs } }

describe('a grid', () => {
  it('holds what was typed beside what was read, and nothing where both are the same', () => {
    const state = after(type(1, 'name', 'O'), type(2, 'alt', 'A'), type(1, 'name', 'One'))
    expect(changes(state)).toEqual([[2, 'alt']])
    expect(valueAt(state, { id: 2, name: 'alt' })).toBe('A')
  })

  it('takes back what was typed in one visit of a cell at once, what was pasted at once, and does it again', () => {
    const cells = [1, 2].map((id) => ({ id, name: 'alt', value: `${id}` }))
    const state = after(type(1, 'name', 'O', 1), type(1, 'name', 'On', 1), { do: 'fill', cells })
    const [once, twice] = [gridAfter(state, { do: 'undo' }), after()]
    expect(changes(once)).toEqual([[1, 'name']])
    expect(changes(gridAfter(once, { do: 'undo' }))).toEqual(changes(twice))
    expect(changes(gridAfter(gridAfter(once, { do: 'undo' }), { do: 'redo' }))).toEqual([[1, 'name']])
    expect(changes(gridAfter(once, { do: 'redo' }))).toEqual([
      [1, 'name', 'alt'],
      [2, 'alt'],
    ])
  })

  it('has no step for a visit that ended with what it began with', () => {
    expect(after(type(1, 'name', 'O'), type(1, 'name', 'One')).steps).toEqual([])
  })

  it('is as it was after as many steps back as there are', () => {
    const typing = fc.record({
      id: fc.constantFrom(1, 2),
      name: fc.constantFrom('name', 'alt'),
      value: fc.string({ maxLength: 2 }),
      visit: fc.integer({ min: 1, max: 4 }),
    })
    fc.assert(
      fc.property(fc.array(typing, { maxLength: 20 }), (all) => {
        const typed = all.reduce(
          (state, { id, name, value, visit }) => gridAfter(state, type(id, name, value, visit)),
          first,
        )
        let back = typed
        while (back.steps.length > 0) back = gridAfter(back, { do: 'undo' })
        expect(changedRows(back)).toEqual([])
        let forth = back
        while (forth.undone.length > 0) forth = gridAfter(forth, { do: 'redo' })
        for (const id of [1, 2])
          for (const name of ['name', 'alt']) expect(valueAt(forth, { id, name })).toBe(valueAt(typed, { id, name }))
      }),
    )
  })

  it('stands on the new version of what was saved, and keeps what was typed since', () => {
    const state = after(type(1, 'name', 'Uno'), type(1, 'alt', 'Later'), {
      do: 'saved',
      id: 1,
      version: 2,
      sent: { name: 'Uno' },
    })
    expect(changes(state)).toEqual([[1, 'alt']])
    expect(state.rows[0]?.version).toBe(2)
  })

  it('keeps what was typed of a record that was refused, until another text takes the reason away', () => {
    const problem = { cells: { name: 'Name is required' }, record: 'No.', theirs: {} }
    const state = after(type(1, 'name', ''), { do: 'refused', id: 1, refused: problem })
    expect([changes(state), state.refused[1]]).toEqual([[[1, 'name']], problem])
    expect(gridAfter(state, type(1, 'name', 'X', 2)).refused[1]).toEqual({ cells: {}, record: null, theirs: {} })
  })

  it('takes the text of others, or keeps its own over their version, as somebody chooses', () => {
    const now = rowOf(1, { name: 'Theirs', alt: 'New' }, 5)
    const asked = after(type(1, 'name', 'Mine'), { do: 'refused', id: 1, refused, now })
    const mine = gridAfter(asked, { do: 'answer', cell: { id: 1, name: 'name' }, isMine: true })
    expect([mine.rows[0]?.version, valueAt(mine, { id: 1, name: 'name' }), mine.refused[1]?.theirs]).toEqual([
      5,
      'Mine',
      {},
    ])
    const others = gridAfter(asked, { do: 'answer', cell: { id: 1, name: 'name' }, isMine: false })
    expect([changes(others), valueAt(others, { id: 1, name: 'name' })]).toEqual([[], 'Theirs'])
    expect(valueAt(gridAfter(others, { do: 'undo' }), { id: 1, name: 'name' })).toBe('Mine')
  })

  it('shows what others saved, but of records that are changed here, and never an older answer', () => {
    const rows = [rowOf(1, { name: 'New', alt: '' }, 3), rowOf(2, { name: 'New', alt: '' }, 3)]
    const state = after(type(1, 'name', 'Mine'), { do: 'read', rows })
    expect(state.rows.map(({ version, values }) => [version, values.name])).toEqual([
      [1, 'One'],
      [3, 'New'],
    ])
    const older = gridAfter(state, { do: 'read', rows: [rowOf(2, { name: 'Old', alt: '' }, 2)] })
    expect(older.rows[1]?.values.name).toBe('New')
  })
})

describe('a text from a spreadsheet', () => {
  it.each([
    ['one', [['one']]],
    [
      'one\ttwo\r\nthree\tfour\r\n',
      [
        ['one', 'two'],
        ['three', 'four'],
      ],
    ],
    ['one\n\nthree', [['one'], [''], ['three']]],
    ['"of\ntwo lines"\t"a ""word"""', [['of two lines', 'a "word"']]],
    ['say "no"\tto', [['say "no"', 'to']]],
    ['"one\ttwo"', [['one two']]],
    ['"not closed\tnext', [['"not closed', 'next']]],
  ])('%j is read as cells', (text, cells) => {
    expect(cellsIn(text)).toEqual(cells)
  })
})

describe('keys in a grid', () => {
  const grid = {
    rows: 3,
    columns: 3,
    isOpen: ({ at, column }: { at: number; column: number }) => at !== 1 || column !== 1,
  }
  const press = (key: string, at: number, column: number, isTyping = false, more = {}) => {
    const pressed = { key, shiftKey: false, ctrlKey: false, metaKey: false, ...more }
    const to = placeAfter(pressed, { at, column }, isTyping, grid)
    return to && [to.at, to.column]
  }

  it('lead to the next open cell, and nowhere beyond the last', () => {
    expect(press('ArrowDown', 0, 1)).toEqual([2, 1])
    expect(press('ArrowRight', 1, 0)).toEqual([1, 2])
    expect(press('Enter', 0, 0)).toEqual([1, 0])
    expect(press('Enter', 1, 0, false, { shiftKey: true })).toEqual([0, 0])
    expect([press('ArrowUp', 0, 0), press('ArrowRight', 0, 2)]).toEqual([null, null])
    expect(press('End', 0, 0, false, { ctrlKey: true })).toEqual([2, 2])
  })

  it('move within the text of a cell while somebody types there', () => {
    for (const key of ['ArrowLeft', 'ArrowRight', 'Home', 'End']) expect(press(key, 1, 0, true)).toBeUndefined()
    expect(press('ArrowDown', 1, 0, true)).toEqual([2, 0])
    for (const key of ['a', 'Tab', 'PageDown']) expect(press(key, 0, 0)).toBeUndefined()
  })
})

it('edits the plain fields that a list reads, whatever the resource', () => {
  const fieldsOf = Object.fromEntries(resources.map((one) => [one.name, gridFields(one).map(([name]) => name)]))
  expect(fieldsOf).toMatchObject({
    file: ['name', 'attribute', 'altText'],
    banner: ['number', 'name', 'link'],
    title: ['title_name', 'order_number'],
    division: ['name', 'order_number'],
    departement: ['name', 'order_number'],
    category: ['name'],
    homepage: [],
    menubar: [],
  })
  expect(Object.values(fieldsOf).filter((names) => names.length > 0).length).toBeGreaterThan(9)
})
