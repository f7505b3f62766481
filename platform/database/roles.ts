import type pg from 'pg'
import { ConfigError } from '../config.ts'

/** What the server may do in each schema that its owner made; of what is append-only it may only read and add rows. */
export type Access = { schemas: readonly string[]; appendOnly: readonly string[]; makesIn: readonly string[] }

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

type Asking = Pick<pg.Pool, 'query'>

/** Who a connection is. */
export const roleOf = async (pool: Asking): Promise<string> => {
  const { rows } = await pool.query<{ name: string }>('select current_user as name')
  return rows[0]?.name ?? ''
}

/** Whether whoever asks may change the tables of the log: as its owner, or before there is one. */
export const mayMigrate = async (pool: Asking): Promise<boolean> => {
  const { rows } = await pool.query<{ may: boolean }>(
    `select not exists (select 1 from pg_namespace where nspname = 'log' and not pg_has_role(current_user, nspowner, 'usage')) as may`,
  )
  return rows[0]?.may === true
}

const checkRole = async (owner: Asking, role: string): Promise<void> => {
  const { rows } = await owner.query<{ may: boolean }>(
    `select rolsuper or pg_has_role(oid, current_user, 'member') as may from pg_roles where rolname = $1`,
    [role],
  )
  if (rows[0]?.may === false) return
  throw new ConfigError(
    'DATABASE_URL must name a user that is no superuser and no member of the user of DATABASE_ADMIN_URL: it may do whatever its owner may.',
  )
}

const grantsIn = (schema: string, role: string, { makesIn }: Access): string[] => [
  `grant usage${makesIn.includes(schema) ? ', create' : ''} on schema ${schema} to ${role}`,
  `revoke all on all tables in schema ${schema} from ${role}`,
  `grant select, insert, update, delete on all tables in schema ${schema} to ${role}`,
  `grant usage, select, update on all sequences in schema ${schema} to ${role}`,
]

/**
 * Gives the server's role what it needs of what another one owns, and nothing more; harmless when repeated. Read models that the owner made are
 * dropped, since the server makes its own. @param owner connections of whoever ran the migrations @throws ConfigError for a role that may do it all anyway
 */
export const grantTo = async (owner: Asking, role: string, access: Access): Promise<void> => {
  await checkRole(owner, role)
  const name = quote(role)
  const { rows } = await owner.query<{ database: string }>('select current_database() as database')
  const statements = [
    `grant connect, create, temporary on database ${quote(rows[0]?.database ?? '')} to ${name}`,
    ...access.schemas.flatMap((schema) => grantsIn(schema, name, access)),
    ...access.appendOnly.map((table) => `revoke update, delete, truncate on ${table} from ${name}`),
    `grant select on public.platform_migration to ${name}`,
  ]
  for (const statement of statements) await owner.query(statement)
  const { rows: models } = await owner.query<{ schema: string }>(
    `select nspname as schema from pg_namespace
     where nspname ~ '^read_[0-9a-f]{8}(_next|_verify|_old)?$' and pg_get_userbyid(nspowner) <> $1`,
    [role],
  )
  for (const { schema } of models) await owner.query(`drop schema ${quote(schema)} cascade`)
}
