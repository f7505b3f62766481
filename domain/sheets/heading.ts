import type { Field } from '../fields/field.ts'
import type { Message } from '../message.ts'
import { fieldsOf } from '../read-input.ts'
import { Rejected } from '../rejected.ts'
import type { Resource } from '../resource.ts'

import type { SheetColumn, SheetColumns, SheetMode, SheetsDeclaration } from './declaration.ts'

/** The field that a column of a spreadsheet fills. @throws TypeError when the declaration names none */
export const fieldOfColumn = (
  resource: Resource,
  { verb }: Pick<SheetColumns, 'verb'>,
  name: string,
  column: Pick<SheetColumn, 'field'>,
): Field => {
  const field = fieldsOf(resource, verb)[column.field ?? name] ?? resource.fields[column.field ?? name]
  if (!field) throw new TypeError(`the column ${name} holds no field of ${resource.name}`)
  return field
}

const folded = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')

const columnCalled = (resource: Resource, mode: SheetMode, title: string): string | undefined =>
  Object.entries(mode.columns).find(
    ([name, column]) =>
      folded(name) === folded(title) || folded(fieldOfColumn(resource, mode, name, column).label) === folded(title),
  )?.[0]

const neededBy = (resource: Resource, key: string, mode: SheetMode): string[] =>
  Object.entries(mode.columns).flatMap(([name, column]) => {
    const { isRequired, initial } = fieldOfColumn(resource, mode, name, column)
    return name === key || (isRequired && (initial === '' || initial === null)) ? [name] : []
  })

export type Matched = { name: string; mode: SheetMode; columns: ReadonlyMap<number, string> }

const problemOf = (resource: Resource, key: string, mode: SheetMode, titles: readonly string[]): Message | null => {
  const names = titles.map((title) => columnCalled(resource, mode, title))
  const strange = titles.find((_, index) => names[index] === undefined)
  if (strange !== undefined) return { id: 'There is no column {column}.', values: { column: strange.slice(0, 60) } }
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) return { id: 'The column {column} is there twice.', values: { column: twice } }
  const missing = neededBy(resource, key, mode).find((name) => !names.includes(name))
  return missing === undefined ? null : { id: 'The column {column} is missing.', values: { column: missing } }
}

/**
 * Which spreadsheet a heading (titles by the number of their column) is of; without an asked one that which it fits (E6).
 * @throws Rejected validation when it fits none
 */
export const matchHeading = (
  resource: Resource,
  { key = '', modes = {} }: SheetsDeclaration,
  heading: Readonly<Record<number, string>>,
  asked?: string,
): Matched => {
  const titles = Object.values(heading)
  const found = Object.entries(modes)
    .filter(([name]) => asked === undefined || name === asked)
    .map(([name, mode]) => ({ name, mode, problem: problemOf(resource, key, mode, titles) }))
  const [fitting] = found.filter(({ problem }) => problem === null)
  if (!fitting) {
    const { id, values } = (found.length === 1 ? found[0]?.problem : null) ?? {
      id: 'The first row names the columns of no spreadsheet that can be taken here. See the sample files.',
      values: {},
    }
    throw new Rejected(id, 'validation', { values })
  }
  const columns = Object.entries(heading).map(
    ([column, title]) => [Number(column), columnCalled(resource, fitting.mode, title) ?? ''] as const,
  )
  return { name: fitting.name, mode: fitting.mode, columns: new Map(columns) }
}
