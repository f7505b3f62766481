import type { Pool } from 'pg'
import type { Actor } from '../domain/event.ts'
import { allPermissions } from '../domain/permission.ts'
import { administratorRole } from '../domain/role.ts'

/** What somebody may do now. Without an active role there are no permissions; employees never have any. */
export type Access = { status: 'active' | 'inactive' | 'deleted'; roleId: number | null; roleName: string | null; perms: readonly string[] }

type Row = { status: Access['status']; role_id: number | null; role_name: string | null; role_status: string | null; perms: string[] | null }

const statements = {
  user: `select u.status, r.id as role_id, r.name as role_name, r.status as role_status, r.perms
    from "user" u left join role r on r.id = u.role and r.status <> 'deleted' where u.id = $1`,
  employee: 'select status, null::integer as role_id, null as role_name, null as role_status, null::jsonb as perms from employee where id = $1',
}

const permsOf = (row: Row, everything: readonly string[]): readonly string[] => {
  if (row.status !== 'active' || row.role_status !== 'active') return []
  return row.role_id === administratorRole ? everything : (row.perms ?? [])
}

/**
 * Status, role and permissions of a person, in one statement; null for somebody unknown. Read per request, so that a change
 * bites on the next one (spec/decisions A8).
 * @param everything what the built-in role Administrator holds (spec/decisions P1).
 */
export const accessOf = async (pool: Pool, { type, id }: Pick<Actor, 'type' | 'id'>, everything: readonly string[] = allPermissions): Promise<Access | null> => {
  if (type === 'system') return null
  const { rows } = await pool.query<Row>({ name: `access-${type}`, text: statements[type], values: [id] })
  const [row] = rows
  if (!row) return null
  return { status: row.status, roleId: row.role_id, roleName: row.role_name, perms: permsOf(row, everything) }
}
