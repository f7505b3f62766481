import type { Pool } from 'pg'
import type { People, Person, PersonType } from './dependencies.ts'

type Row = { id: number; status: string; name: string; email: string }

const columns: Readonly<Record<PersonType, string>> = {
  user: `select id, status, "userName" as name, email from "user"`,
  employee: 'select id, status, email as name, email from employee',
}

// By the index on lower(…); somebody in Trash has released the name, which may be another's by now.
const statements: Readonly<Record<PersonType, Readonly<Record<'name' | 'email', string>>>> = {
  user: {
    name: `${columns.user} where lower("userName") = lower($1) and status <> 'deleted'`,
    email: `${columns.user} where lower(email) = lower($1) and status <> 'deleted'`,
  },
  employee: {
    name: `${columns.employee} where lower(email) = lower($1) and status <> 'deleted'`,
    email: `${columns.employee} where lower(email) = lower($1) and status <> 'deleted'`,
  },
}

/** People as the read models know them, for signing in. The tables are found through the pool's search_path. */
export const peopleOf = (pool: Pool): People => {
  const find = async (type: PersonType, statement: string, value: string | number): Promise<Person | null> => {
    const { rows } = await pool.query<Row>(statement, [value])
    return rows[0] ? { type, ...rows[0] } : null
  }
  return {
    byName: (type, name) => find(type, statements[type].name, name),
    byEmail: (type, email) => find(type, statements[type].email, email),
    byId: (type, id) => find(type, `${columns[type]} where id = $1`, id),
  }
}
