import type pg from 'pg'
import { ConfigError } from '../config.ts'
import { alone, transaction } from './connection.ts'

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

// What the server has made itself, such as its counters, is its own, and only who owns something may grant it.
const owned = `select format('%I.%I', nspname, relname) as name, relkind = 'S' as "isSequence"
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where nspname = any($1) and relkind in ('r', 'p', 'S')
    and pg_get_userbyid(relowner) <> $2 and pg_has_role(current_user, relowner, 'usage')`

type Owned = { name: string; isSequence: boolean }

const grantsOf =
  (role: string, { appendOnly }: Access) =>
  ({ name, isSequence }: Owned): string[] => {
    if (isSequence) return [`grant usage, select, update on sequence ${name} to ${role}`]
    const rights = appendOnly.includes(name) ? 'select, insert' : 'select, insert, update, delete'
    return [`revoke all on ${name} from ${role}`, `grant ${rights} on ${name} to ${role}`]
  }

const grantIn = async (owner: Asking, role: string, access: Access): Promise<void> => {
  const name = quote(role)
  const { rows } = await owner.query<{ database: string }>('select current_database() as database')
  const { rows: found } = await owner.query<Owned>(owned, [access.schemas, role])
  const statements = [
    `grant connect, create, temporary on database ${quote(rows[0]?.database ?? '')} to ${name}`,
    ...access.schemas.map(
      (schema) => `grant usage${access.makesIn.includes(schema) ? ', create' : ''} on schema ${schema} to ${name}`,
    ),
    ...found.flatMap(grantsOf(name, access)),
    `grant select on public.platform_migration to ${name}`,
  ]
  for (const statement of statements) await owner.query(statement)
}

/**
 * Gives the server's role what it needs of what another one owns, and nothing more, in one transaction; harmless when repeated. Read models that the
 * owner made are dropped, since the server makes its own. @param pool connects as whoever ran the migrations @throws ConfigError for a role that may
 * do it all anyway
 */
export const grantTo = async (pool: pg.Pool, role: string, access: Access): Promise<void> => {
  await checkRole(pool, role)
  await alone(pool, (owner) => transaction(owner, () => grantIn(owner, role, access)))
  const { rows: models } = await pool.query<{ schema: string }>(
    `select nspname as schema from pg_namespace
     where nspname ~ '^read_[0-9a-f]{8}(_next|_verify|_old)?$' and pg_get_userbyid(nspowner) <> $1`,
    [role],
  )
  for (const { schema } of models) await pool.query(`drop schema ${quote(schema)} cascade`)
}
