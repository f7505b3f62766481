import type { Pool } from 'pg'
import { administratorRole } from '../../domain/resources/role.ts'
import { columnsOf } from '../sql.ts'

const [u, r] = [columnsOf('user', 'u'), columnsOf('role', 'r')]

/** A user who holds every permission, and where mail reaches them. */
export type Administrator = { id: number; email: string }

/** The active users who hold all of these permissions, by the built-in role or by one that names them. */
export const administratorsAmong =
  (pool: Pool, everything: readonly string[]) => async (): Promise<readonly Administrator[]> => {
    const { rows } = await pool.query<Administrator>(
      `select u.id, ${u('email')} as email from "user" u join role r on r.id = ${u('role')}
        where u.status = 'active' and r.status = 'active' and (r.id = $1 or ${r('perms')} @> $2::jsonb)
        order by u.id`,
      [administratorRole, JSON.stringify(everything)],
    )
    return rows
  }
