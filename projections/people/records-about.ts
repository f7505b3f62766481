import { streamOf } from '../../domain/event.ts'
import type { PersonActor } from '../../domain/person.ts'
import type { Resource } from '../../domain/resource.ts'
import type { Queryable, ReadSchema } from '../schema.ts'
import { quote } from '../sql.ts'

/** The conditions under which a record of a resource holds what is sealed under a person's key. */
const conditionsOf = ({ name, owner, author, fields }: Resource, type: string): string[] => [
  ...(name === type ? ['id = $2::integer'] : []),
  ...(owner === undefined ? [] : [`${quote(owner)} = $1`]),
  ...(author !== undefined && fields[author]?.references === type ? [`${quote(author)} = $2::integer`] : []),
]

/** The records that are a person's: their own, their files, what they wrote; in whatever state. Their own comes first. */
export const recordsAbout = async (
  client: Queryable,
  { name: schema, resources }: Pick<ReadSchema, 'name' | 'resources'>,
  { type, id }: PersonActor,
): Promise<{ resource: Resource; id: number }[]> => {
  const found: { resource: Resource; id: number }[] = []
  for (const resource of resources) {
    const conditions = conditionsOf(resource, type)
    if (conditions.length === 0) continue
    const { rows } = await client.query<{ id: number }>(
      `select id from (select $1::text, $2::integer) given, ${quote(schema)}.${quote(resource.name)} where ${conditions.join(' or ')} order by id`,
      [streamOf(type, id), id],
    )
    found.push(...rows.map((row) => ({ resource, id: row.id })))
  }
  return found.toSorted((one, other) => Number(other.resource.name === type) - Number(one.resource.name === type))
}
