import type { Numbered } from '../domain/order.ts'
import type { Resource } from '../domain/resource.ts'
import { orderOf } from './tables.ts'
import { quote } from './sql.ts'
import type { Reader } from './reader.ts'

/** The records of a resource that people put in order, but for those in Trash. */
export const orderedRecords = async (pool: Reader, resource: Resource): Promise<readonly Numbered[]> => {
  const { order } = resource
  if (order === undefined) return []
  const text = `select id, ${quote(order)} as number from ${quote(resource.name)} where status <> 'deleted' order by ${orderOf(resource, '', order)}`
  return (await pool.query<Numbered>(text)).rows
}
