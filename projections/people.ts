import type { Pool } from 'pg'
import type { Actor } from '../domain/event.ts'
import { comparableName } from '../domain/comparable.ts'
import { quote } from './sql.ts'
import { foldedColumn } from './tables.ts'

/** Somebody who can sign in. `name` is what they sign in with: a user name, or an employee's e-mail. */
export type Person = {
  type: 'user' | 'employee'
  id: number
  status: 'active' | 'inactive' | 'deleted'
  name: string
  email: string
  version: number
}

const users = 'select id, status, "userName" as name, email, version from "user"'
const employees = 'select id, status, email as name, email, version from employee'

const one = async (
  pool: Pool,
  type: Person['type'],
  name: string,
  text: string,
  value: string | number,
): Promise<Person | null> => {
  const { rows } = await pool.query<Omit<Person, 'type'>>({ name, text, values: [value] })
  return rows[0] ? { type, ...rows[0] } : null
}

// Somebody in Trash has released the name: it may be another's by now.
const byFolded = (pool: Pool, type: Person['type'], field: string, value: string): Promise<Person | null> => {
  const people = type === 'user' ? users : employees
  const text = `${people} where ${quote(foldedColumn(field))} = $1 and status <> 'deleted' limit 1`
  return one(pool, type, `${type}-by-${field}`, text, comparableName(value))
}

export const findUserByName = (pool: Pool, userName: string): Promise<Person | null> =>
  byFolded(pool, 'user', 'userName', userName)

export const findUserByEmail = (pool: Pool, email: string): Promise<Person | null> =>
  byFolded(pool, 'user', 'email', email)

export const findEmployeeByEmail = (pool: Pool, email: string): Promise<Person | null> =>
  byFolded(pool, 'employee', 'email', email)

export const personById = (pool: Pool, type: Person['type'], id: number): Promise<Person | null> =>
  one(pool, type, `${type}-by-id`, `${type === 'user' ? users : employees} where id = $1`, id)

const numbers = (actors: readonly Actor[], type: Actor['type']): number[] => [
  ...new Set(actors.flatMap((actor) => (actor.type === type && typeof actor.id === 'number' ? [actor.id] : []))),
]

/** Names of those who acted, by `type-id`, in one statement. Jobs of the system go by their own name. */
export const namesOf = async (pool: Pool, actors: readonly Actor[]): Promise<ReadonlyMap<string, string>> => {
  const names = new Map<string, string>(
    actors.flatMap(({ type, id }) => (type === 'system' ? [[`system-${id}`, String(id)] as const] : [])),
  )
  const [userIds, employeeIds] = [numbers(actors, 'user'), numbers(actors, 'employee')]
  if (userIds.length + employeeIds.length === 0) return names
  const { rows } = await pool.query<{ actor: string; name: string }>({
    name: 'names-of-actors',
    text: `select 'user-' || id as actor, label as name from "user" where id = any($1::integer[])
      union all select 'employee-' || id, label from employee where id = any($2::integer[])`,
    values: [userIds, employeeIds],
  })
  for (const { actor, name } of rows) names.set(actor, name)
  return names
}
