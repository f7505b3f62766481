import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAtrium } from '../../app/atrium.ts'
import { settleRecovered } from '../../app/backup/restore.ts'
import { migrateAsOwner } from '../../app/database.ts'
import { openBase } from '../../app/open.ts'
import { runVerify } from '../../cli/verify.ts'
import { resources } from '../../domain/catalog.ts'
import { category } from '../../domain/resources/category.ts'
import { appendOnlyTables } from '../../event-store/postgres/migrations.ts'
import { type Config, ConfigError, readConfig } from '../../platform/config.ts'
import { command } from '../faults/invariants.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { fastFolder } from '../support/fast-folder.ts'

// Two roles of the real server: one owns the tables, the other is who the server runs as.
const mark = randomUUID().slice(0, 8)
const [owner, server] = [`owner_${mark}`, `server_${mark}`]
const logger = pino({ level: 'silent' })
const folder = mkdtempSync(join(fastFolder, 'atrium-roles-'))
let database: TestDatabase
let as: (role: string) => string
let config: Config

const masterKey = 'ab'.repeat(32)

const configWith = (environment: Record<string, string>) =>
  readConfig({ DATA_DIR: join(folder, 'data'), MASTER_KEY: masterKey, PORT: '0', ...environment })

/** Makes the server's role by the statement of docker-compose.yml, which is carried out at each start. */
const makeRole = async () => {
  const compose = readFileSync(join(import.meta.dirname, '..', '..', 'docker-compose.yml'), 'utf8')
  const [statement = ''] = /do \$\$body\$\$ [^]*end \$\$body\$\$/.exec(compose) ?? []
  const client = new pg.Client({ connectionString: database.url, options: '-c atrium.password=secret' })
  await client.connect()
  await client.query(statement.replaceAll('$$', '$').replaceAll('atrium_server', server))
  await client.end()
}

beforeAll(async () => {
  database = await testDatabase()
  as = (role) => {
    const url = new URL(database.url)
    url.username = role
    url.password = 'secret'
    return url.href
  }
  const name = new URL(database.url).pathname.slice(1)
  await database.pool.query(`create role ${owner} login password 'secret';
    alter database ${name} owner to ${owner}; alter schema public owner to ${owner}`)
  await makeRole()
  await makeRole()
  config = configWith({ DATABASE_URL: as(server) })
}, 60_000)
afterAll(async () => {
  const { pool } = database
  await pool.query(`drop owned by ${server} cascade; drop owned by ${owner} cascade`)
  const name = new URL(database.url).pathname.slice(1)
  await pool.query(`alter database ${name} owner to current_user; drop role ${server}; drop role ${owner}`)
  await database.drop()
  rmSync(folder, { recursive: true })
})

const asServer = async (statement: string): Promise<string> => {
  const client = new pg.Client({ connectionString: as(server) })
  await client.connect()
  try {
    await client.query(statement)
    return 'done'
  } catch (error) {
    return error instanceof pg.DatabaseError ? (error.code ?? '') : String(error)
  } finally {
    await client.end()
  }
}

it('refuses to start before the owner has made the tables where one is named, and to migrate as one that may do everything', async () => {
  const named = { ...config, databaseAdminUrl: as(owner) }
  await expect(openBase(named, logger, resources)).rejects.toThrow(
    new ConfigError(
      'Migrations of the database are missing, and the user of DATABASE_URL may not run them: ' +
        'run npm run atrium -- migrate with DATABASE_ADMIN_URL.',
    ),
  )
  await expect(migrateAsOwner(config, logger)).rejects.toThrow('DATABASE_ADMIN_URL must both be set')
  await expect(migrateAsOwner({ ...named, databaseUrl: as(owner) }, logger)).rejects.toThrow('another user')
  await expect(migrateAsOwner({ ...named, databaseUrl: database.url }, logger)).rejects.toThrow('no superuser')
  await expect(migrateAsOwner({ ...named, databaseAdminUrl: as('nobody') }, logger)).rejects.toThrow(
    /^DATABASE_ADMIN_URL must name/,
  )
}, 60_000)

it('runs and verifies as a role that can only add to the log', async () => {
  const named = { ...config, databaseAdminUrl: as(owner) }
  expect(await migrateAsOwner(named, logger)).toEqual({ owner, server })
  // Again: harmless.
  await migrateAsOwner(named, logger)
  const atrium = await openAtrium({ ...config, role: 'projector' }, logger, resources)
  const actor = { type: 'system', id: 'test' } as const
  const command = { resource: category, verb: 'create', sent: { name: 'News' }, actor, perms: null, isFirstTry: true }
  await atrium.services.dispatch({ ...command, commandId: randomUUID() })
  await atrium.close()
  const base = await openBase(config, logger, resources)
  const said: string[] = []
  expect(await runVerify({ ...base, config, resources, say: (text) => said.push(text) }), said.join()).toBe(0)
  expect((await base.proof.checkpoints.list(1)).length).toBe(1)
  await base.close()
}, 60_000)

it('settles a recovered database as the owner, also where a file names the server', async () => {
  const file = join(folder, 'database-url')
  writeFileSync(file, as(server))
  const named = { ...config, databaseUrlFile: file, databaseAdminUrl: as(owner) }
  await settleRecovered({ config: named, logger, erasures: [] })
})

it('says that settling it is the owner’s', { timeout: 60_000 }, async () => {
  const words = ['after-recovery', '--erasures', '/dev/null']
  const environment = { MASTER_KEY: masterKey, DATABASE_URL: as(server) }
  expect(await command(join(folder, 'data'), words, environment)).toMatchObject({
    code: 78,
    stderr: 'DATABASE_ADMIN_URL must name the owner of the tables: the user of DATABASE_URL may not do this.\n',
  })
})

it('migrates again once the server has made counters of its own', async () => {
  const { rows } = await database.pool.query(`select 1 from pg_sequences where sequenceowner = '${server}'`)
  expect(rows.length).toBeGreaterThan(0)
  expect(await migrateAsOwner({ ...config, databaseAdminUrl: as(owner) }, logger)).toEqual({ owner, server })
  await (await openBase(config, logger, resources)).close()
}, 60_000)

it('lets that role change, empty, alter or bypass nothing of what is append-only', async () => {
  const attempts = appendOnlyTables.flatMap((table) => [
    `delete from ${table}`,
    `truncate ${table}`,
    `alter table ${table} add column forged text`,
    `drop table ${table}`,
    `create trigger forged before insert on ${table} for each row execute function log.refuse_change()`,
  ])
  const others = [
    `update log.event set type = 'Forged'`,
    `update log.checkpoint set note = ''`,
    'drop trigger append_only on log.event',
    'alter table log.event disable trigger all',
    'set session_replication_role = replica',
    'drop function log.append(jsonb) cascade',
    'create or replace function log.refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
    'create table log.forged (id int)',
    `set role ${owner}`,
    'delete from public.platform_migration',
    'drop schema log cascade',
  ]
  for (const statement of [...attempts, ...others]) expect(await asServer(statement), statement).toBe('42501')
  expect(await asServer('select * from log.event')).toBe('done')
}, 60_000)

it('says in one sentence when migrations are missing that it may not run', async () => {
  await database.pool.query(`delete from public.platform_migration where id = 'verification-1'`)
  await expect(openBase(config, logger, resources)).rejects.toThrow(/^Migrations of the database are missing/)
  await database.pool.query(`insert into public.platform_migration (id) values ('verification-1')`)
  await (await openBase(config, logger, resources)).close()
}, 60_000)
