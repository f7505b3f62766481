import type { Numbered } from '../domain/order.ts'
import type { Resource } from '../domain/resource.ts'
import { quote } from './sql.ts'
import type { Reader } from './reader.ts'

/** A declared sort such as '-id' or 'number' as columns, ties by id. */
export const sortOf = (
  resource: Resource,
  sort: string = resource.list.sort,
): { column: string; isDescending: boolean } => ({
  column: sort.replace(/^-/, ''),
  isDescending: sort.startsWith('-'),
})

/** The `order by` of a list, unique by id. */
export const orderOf = (resource: Resource, alias = '', sort?: string): string => {
  const { column, isDescending } = sortOf(resource, sort)
  const prefix = alias === '' ? '' : `${alias}.`
  const direction = isDescending ? ' desc' : ''
  const columns = column === 'id' ? ['id'] : [column, 'id']
  return columns.map((name) => `${prefix}${quote(name)}${direction}`).join(', ')
}

/** The records of a resource that people put in order, but for those in Trash. */
export const orderedRecords = async (pool: Reader, resource: Resource): Promise<readonly Numbered[]> => {
  const { order } = resource
  if (order === undefined) return []
  const text = `select id, ${quote(order)} as number from ${quote(resource.name)} where status <> 'deleted' order by ${orderOf(resource, '', order)}`
  return (await pool.query<Numbered>(text)).rows
}
