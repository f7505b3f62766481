import type { Actor } from '../domain/event.ts'
import { comparableName } from '../domain/comparable.ts'
import { type PersonActor, personTypes, type PersonType } from '../domain/person.ts'
import type { Resource } from '../domain/resource.ts'
import { quote } from './sql.ts'
import { foldedColumn } from './kinds.ts'
import type { Reader } from './reader.ts'

/** Somebody who can sign in. `name` is what they sign in with: a user name, or an employee's e-mail. */
export type Person = PersonActor & { status: 'active' | 'inactive' | 'deleted'; name: string; email: string }

/** Finds those who sign in, by what their resource declares (`signsIn`). */
export const peopleIn = (pool: Reader, resources: readonly Resource[]) => {
  const find = async (
    type: PersonType,
    by: 'by' | 'mail' | 'id',
    conditionOf: (field: string) => string,
    value: string | number,
  ): Promise<Person | null> => {
    const signsIn = resources.find(({ name }) => name === type)?.signsIn
    if (!signsIn) return null
    const { rows } = await pool.query<Omit<Person, 'type'>>({
      name: `${type}-${by}`,
      text: `select id, status, ${quote(signsIn.by)} as name, ${quote(signsIn.mail)} as email
        from ${quote(type)} where ${conditionOf(by === 'id' ? 'id' : signsIn[by])} limit 1`,
      values: [value],
    })
    return rows[0] ? { type, ...rows[0] } : null
  }
  // Somebody in Trash has released the name: it may be another's by now.
  const folded = (field: string) => `${quote(foldedColumn(field))} = $1 and status <> 'deleted'`
  return {
    /** By what they sign in with, however it is written (`comparableName`); not from Trash. */
    byName: (type: PersonType, name: string) => find(type, 'by', folded, comparableName(name)),
    /** By e-mail, however it is written; not from Trash. */
    byEmail: (type: PersonType, email: string) => find(type, 'mail', folded, comparableName(email)),
    /** By id, also from Trash. */
    byId: (type: PersonType, id: number) => find(type, 'id', (field) => `${field} = $1`, id),
  }
}

const numbers = (actors: readonly Actor[], type: PersonType): number[] => [
  ...new Set(actors.flatMap((actor) => (actor.type === type && typeof actor.id === 'number' ? [actor.id] : []))),
]

/** Names of those who acted, by `type-id`, in one statement. Jobs of the system go by their own name. */
export const namesOf = async (pool: Reader, actors: readonly Actor[]): Promise<ReadonlyMap<string, string>> => {
  const names = new Map<string, string>(
    actors.flatMap(({ type, id }) => (type === 'system' ? [[`system-${id}`, String(id)] as const] : [])),
  )
  const ids = personTypes.map((type) => numbers(actors, type))
  if (ids.flat().length === 0) return names
  const selects = personTypes.map(
    (type, index) =>
      `select '${type}-' || id as actor, label as name from ${quote(type)} where id = any($${index + 1}::integer[])`,
  )
  const { rows } = await pool.query<{ actor: string; name: string }>({
    name: 'names-of-actors',
    text: selects.join(' union all '),
    values: ids,
  })
  for (const { actor, name } of rows) names.set(actor, name)
  return names
}
