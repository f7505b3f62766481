import { countsOf } from '../../domain/fields/relations.ts'
import type { Resource } from '../../domain/resource.ts'
import { quote } from '../sql.ts'

/** How many records point at a record `t`, by the name of each count. Read with the page, so that they are right at once whoever was changed. */
export const countColumns = (
  resource: Resource,
  resources: ReadonlyMap<string, Resource>,
): { name: string; sql: string }[] =>
  countsOf([...resources.values()], resource).map(({ holder, field, name }) => ({
    name,
    sql: `(select count(*)::int from ${quote(holder)} held where held.${quote(field)} = t.id and held.status <> 'deleted')`,
  }))
