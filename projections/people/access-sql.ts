import { columnsOf } from '../sql.ts'

const [u, r, c] = [columnsOf('user', 'u'), columnsOf('role', 'r'), columnsOf('configuration', 'c')]

/** Whether people are active and what their role lets them do, as SQL that statements over the tables of sign-ins are made with. */
export const accessSql = {
  columns: `coalesce(u.status, e.status) as status,
    r.id as role_id, ${r('name')} as role_name, r.status as role_status, ${r('perms')} as perms,
    (select ${c('second_eyes')} from configuration c) as is_reviewed`,
  joinedTo: (alias: string): string => `
  left join "user" u on ${alias}.person_type = 'user' and u.id = ${alias}.person_id
  left join employee e on ${alias}.person_type = 'employee' and e.id = ${alias}.person_id
  left join role r on r.id = ${u('role')}`,
  readModelVersion: "(select c.position || ' ' || c.fence from checkpoint c where c.name = 'read')",
  inactive: `select 'user' as type, id, status from "user" where status <> 'active'
    union all select 'employee', id, status from employee where status <> 'active'`,
}
