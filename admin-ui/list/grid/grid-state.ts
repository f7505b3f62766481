import { asText, isSame } from '../../edit/fields/field-values.ts'
import { changedNames, type FormValues } from '../../edit/form-values.ts'
import type { Row } from '../row.ts'

/** A record of the grid as it was read: its version, and the values that the form of it would have. */
export type GridRow = { id: number; version: number | undefined; row: Row; values: FormValues }

/** What others wrote in a cell while it was changed here, and who. */
export type Theirs = { value: string; by: string }

/** Why a record was not saved: in words at its cells, or of the record as a whole; `theirs` waits for an answer. */
export type Refused = {
  cells: Readonly<Record<string, string>>
  record: string | null
  theirs: Readonly<Record<string, Theirs>>
}

/** The place of a cell. */
export type Cell = { id: number; name: string }
export type Change = Cell & { before: string; after: string }

/** `typed` are the texts that differ from what was read; `steps` is what can be undone, `undone` what can be done again. */
export type GridState = {
  rows: readonly GridRow[]
  typed: Readonly<Record<number, Readonly<Record<string, string>>>>
  refused: Readonly<Record<number, Refused>>
  steps: readonly Step[]
  undone: readonly Step[]
}
type Step = { visit: number | null; changes: readonly Change[] }

/**
 * `type` is one cell while the focus stays in it (`visit`), `fill` several at once; `read` brings records as they are now,
 * `saved` and `refused` what became of one, `answer` which of two texts of a cell stands.
 */
export type GridAction =
  | { do: 'type'; cell: Cell; value: string; visit: number }
  | { do: 'fill'; cells: readonly (Cell & { value: string })[] }
  | { do: 'undo' }
  | { do: 'redo' }
  | { do: 'read'; rows: readonly GridRow[] }
  | { do: 'saved'; id: number; version: number | undefined; sent: FormValues }
  | { do: 'refused'; id: number; refused: Refused; now?: GridRow }
  | { do: 'answer'; cell: Cell; isMine: boolean }

const noProblem: Refused = { cells: {}, record: null, theirs: {} }

export const gridOf = (rows: readonly GridRow[]): GridState => ({ rows, typed: {}, refused: {}, steps: [], undone: [] })

const rowOf = ({ rows }: GridState, id: number): GridRow | undefined => rows.find((row) => row.id === id)

/** What stands in a cell now. */
export const valueAt = (state: GridState, { id, name }: Cell): string =>
  state.typed[id]?.[name] ?? asText(rowOf(state, id)?.values[name])

/** The values of a record with what was typed. */
export const valuesNow = ({ typed }: GridState, { id, values }: GridRow): FormValues => ({ ...values, ...typed[id] })

/** The records that were changed, each with the names of its changed fields. */
export const changedRows = (state: GridState): { row: GridRow; names: string[] }[] =>
  state.rows.flatMap((row) => {
    const names = changedNames(row.values, valuesNow(state, row))
    return names.length > 0 ? [{ row, names }] : []
  })

const without = <T>(all: Readonly<Record<string, T>>, name: string): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([one]) => one !== name))

const put = (state: GridState, { id, name }: Cell, value: string): GridState => {
  const before = rowOf(state, id)?.values[name]
  const rest = without(state.typed[id] ?? {}, name)
  const refused = state.refused[id]
  return {
    ...state,
    typed: { ...state.typed, [id]: isSame(before, value) ? rest : { ...rest, [name]: value } },
    // What was wrong was wrong with another text.
    ...(refused
      ? { refused: { ...state.refused, [id]: { ...refused, cells: without(refused.cells, name), record: null } } }
      : {}),
  }
}

const putAll = (state: GridState, changes: readonly (Cell & { value: string })[]): GridState =>
  changes.reduce((now, { value, ...cell }) => put(now, cell, value), state)

const isOfSameCells = (one: readonly Cell[], other: readonly Cell[]): boolean =>
  one.length === other.length && one.every(({ id, name }, at) => other[at]?.id === id && other[at]?.name === name)

// One visit of a cell is one step, and none when it ends with what it began with.
const stepped = (steps: readonly Step[], visit: number | null, changes: readonly Change[]): readonly Step[] => {
  const last = steps.at(-1)
  const isGoingOn = visit !== null && last?.visit === visit && isOfSameCells(last.changes, changes)
  const first = isGoingOn ? last.changes : []
  const merged = changes.map((change, at) => ({ ...change, before: first[at]?.before ?? change.before }))
  const rest = isGoingOn ? steps.slice(0, -1) : steps
  return merged.every(({ before, after }) => before === after) ? rest : [...rest, { visit, changes: merged }]
}

const write = (
  state: GridState,
  cells: readonly (Cell & { value: string })[],
  visit: number | null = null,
): GridState => {
  const changes = cells.map(({ id, name, value }) => ({ id, name, before: valueAt(state, { id, name }), after: value }))
  return { ...putAll(state, cells), steps: stepped(state.steps, visit, changes), undone: [] }
}

const back = (state: GridState): GridState => {
  const last = state.steps.at(-1)
  if (!last) return state
  const cells = last.changes.map(({ id, name, before }) => ({ id, name, value: before }))
  return { ...putAll(state, cells), steps: state.steps.slice(0, -1), undone: [...state.undone, last] }
}

const again = (state: GridState): GridState => {
  const next = state.undone.at(-1)
  if (!next) return state
  const cells = next.changes.map(({ id, name, after }) => ({ id, name, value: after }))
  return {
    ...putAll(state, cells),
    steps: [...state.steps, { ...next, visit: null }],
    undone: state.undone.slice(0, -1),
  }
}

// A record that is being changed stays on the version that its changes were made over; what is gone stays until it is left.
const read = (state: GridState, rows: readonly GridRow[]): GridState => ({
  ...state,
  rows: state.rows.map((row) => {
    const now = rows.find(({ id }) => id === row.id)
    // An answer that was on its way while the record was saved is older.
    const isNewer = now !== undefined && (now.version ?? 0) >= (row.version ?? 0)
    return isNewer && Object.keys(state.typed[row.id] ?? {}).length === 0 ? now : row
  }),
})

const based = (state: GridState, next: GridRow): GridState => {
  const rows = state.rows.map((row) => (row.id === next.id ? next : row))
  const typed = Object.entries(state.typed[next.id] ?? {}).filter(([name, value]) => !isSame(next.values[name], value))
  return { ...state, rows, typed: { ...state.typed, [next.id]: Object.fromEntries(typed) } }
}

const saved = (state: GridState, id: number, version: number | undefined, sent: FormValues): GridState => {
  const row = rowOf(state, id)
  if (!row) return state
  const next = based(state, { ...row, version, values: { ...row.values, ...sent } })
  return { ...next, refused: without(next.refused, String(id)) }
}

const answered = (state: GridState, cell: Cell, isMine: boolean): GridState => {
  const refused = state.refused[cell.id] ?? noProblem
  const theirs = refused.theirs[cell.name]
  const left = { ...refused, theirs: without(refused.theirs, cell.name) }
  const next = { ...state, refused: { ...state.refused, [cell.id]: left } }
  return isMine || !theirs ? next : write(next, [{ ...cell, value: theirs.value }])
}

/** What a grid is after something was done in it. */
export const gridAfter = (state: GridState, action: GridAction): GridState => {
  switch (action.do) {
    case 'type':
      return write(state, [{ ...action.cell, value: action.value }], action.visit)
    case 'fill':
      return write(state, action.cells)
    case 'undo':
      return back(state)
    case 'redo':
      return again(state)
    case 'read':
      return read(state, action.rows)
    case 'saved':
      return saved(state, action.id, action.version, action.sent)
    case 'refused': {
      const next = action.now ? based(state, action.now) : state
      return { ...next, refused: { ...next.refused, [action.id]: action.refused } }
    }
    case 'answer':
      return answered(state, action.cell, action.isMine)
  }
}
