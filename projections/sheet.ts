import { erasedText } from '../domain/event.ts'
import type { Resource } from '../domain/resource.ts'
import type { SheetColumn, SheetColumns } from '../domain/sheets/declaration.ts'
import { fieldOfColumn } from '../domain/sheets/heading.ts'
import { quote } from './sql.ts'
import type { Reader } from './reader.ts'

type Resources = ReadonlyMap<string, Resource>
type Called = { id: number; label: string; isActive: boolean }

/** The records of a resource that are called so, in whatever case; Trash apart. */
export const calledRecords = async (pool: Reader, resource: Resource, labels: readonly string[]): Promise<Called[]> => {
  const text = `select id, label, status = 'active' as "isActive" from ${quote(resource.name)}
    where status <> 'deleted' and lower(label) = any(select lower(asked) from unnest($1::text[]) asked) order by id`
  return (await pool.query<Called>(text, [labels])).rows
}

/** A column as text: what a reference points at by its name or its own unique field, several by commas. */
const columnSql = (
  resource: Resource,
  mode: SheetColumns,
  resources: Resources,
  name: string,
  column: Omit<SheetColumn, 'example'>,
) => {
  const field = fieldOfColumn(resource, mode, name, column)
  const value = `t.${quote(column.field ?? name)}`
  const target = field.references === undefined ? undefined : resources.get(field.references)
  if (!target) return `coalesce(${value}::text, '')`
  const shown = `r.${quote(column.by ?? 'label')}`
  return field.kind === 'references'
    ? `coalesce((select string_agg(${shown}, ', ' order by given.n) from jsonb_array_elements_text(${value}) with ordinality given (id, n)
        join ${quote(target.name)} r on r.id = given.id::integer and r.status <> 'deleted'), '')`
    : `coalesce((select ${shown} from ${quote(target.name)} r where r.id = ${value} and r.status <> 'deleted'), '')`
}

/** The rows of a spreadsheet for these records, in this order, each with the texts of its columns. Who was erased is in none. */
export const sheetRows = async (
  pool: Reader,
  resource: Resource,
  mode: SheetColumns,
  ids: readonly number[],
  resources: Resources,
): Promise<string[][]> => {
  const columns = Object.entries(mode.columns).map(([name, column]) =>
    columnSql(resource, mode, resources, name, column),
  )
  const key = resource.sheets?.key
  const text = `select array[${columns.join(', ')}] as cells from unnest($1::integer[]) with ordinality asked (id, n)
    join ${quote(resource.name)} t on t.id = asked.id ${key === undefined ? '' : `and t.${quote(key)} <> '${erasedText}'`} order by asked.n`
  return (await pool.query<{ cells: string[] }>(text, [ids])).rows.map(({ cells }) => cells)
}
