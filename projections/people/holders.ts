import { administratorRole } from '../../domain/resources/role.ts'
import type { Reader } from '../reader.ts'
import { columnsOf } from '../sql.ts'

const [u, r] = [columnsOf('user', 'u'), columnsOf('role', 'r')]

/** The active users who hold all of these permissions, by the built-in role or by one that names them; without one of them. */
export const holdersAmong = async (pool: Reader, perms: readonly string[], without: number): Promise<number[]> => {
  const text = `select u.id from "user" u join role r on r.id = ${u('role')}
    where u.status = 'active' and r.status = 'active' and (r.id = $1 or ${r('perms')} @> $2::jsonb) and u.id <> $3 order by u.id`
  const { rows } = await pool.query<{ id: number }>({
    text,
    values: [administratorRole, JSON.stringify(perms), without],
  })
  return rows.map(({ id }) => id)
}
