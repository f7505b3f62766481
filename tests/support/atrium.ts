import type { Field } from '../../domain/fields/field.ts'
import type { Fields, Said } from '../../domain/fields/values.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { vi } from 'vitest'
import { type Logger, pino } from 'pino'
import { openAtrium } from '../../app/atrium.ts'
import { passwordHasher } from '../../commands/identity/credentials/password-hash.ts'
import { resources as known } from '../../domain/catalog.ts'
import { employee } from '../../domain/resources/employee.ts'
import type { Resource } from '../../domain/resource.ts'
import { administratorRole, role } from '../../domain/resources/role.ts'
import { user } from '../../domain/resources/user.ts'
import { readConfig } from '../../platform/config.ts'
import { slowestConsumer } from '../../projections/consumers/consumer.ts'
import { openPurposeKeys } from '../../platform/purpose-keys.ts'
import { type Client, signIn } from './client.ts'
import { templateDatabase, testDatabase } from './database.ts'
import { madeOnce } from './made-once.ts'
import { type Account, newDataDir } from './server.ts'

const actor = { type: 'system', id: 'test' } as const
const password = 'correct horse battery staple'

export type TestAtrium = Awaited<ReturnType<typeof openTestAtrium>>

/** Where the two apps lie, built. */
export const dist = join(import.meta.dirname, '..', '..', 'dist')

/** Cheap, so that a test of something else is not one of patience; the real cost has a test of its own. */
export const cheapHasher = passwordHasher({ memoryCost: 1_024, timeCost: 1, parallelism: 1 })

const template = 'template_seeded'

const settings = (databaseUrl: string, key: string, dataDir: string) => ({
  DATABASE_URL: databaseUrl,
  MASTER_KEY: key,
  DATA_DIR: dataDir,
  DEMO: 'off',
  AUTH_LIMITS_FACTOR: '1000',
})

/** Opens Atrium once on a new database: the tables, the read models, and the records that every Atrium has. */
const seedTemplate = async (folder: string): Promise<void> => {
  const key = randomBytes(32).toString('hex')
  const config = readConfig(settings(await templateDatabase(template), key, folder))
  const atrium = await openAtrium(config, pino({ level: 'silent' }), known, dist, cheapHasher)
  await atrium.services.projector.waitFor(await atrium.services.log.store.head(), 20_000)
  await atrium.close()
  await writeFile(join(folder, 'key'), key)
}

/** A database for an Atrium of these resources, and its key: a copy of one that was opened before, unless another log is to be used. */
const databaseFor = async (resources: readonly Resource[], environment: Record<string, string>) => {
  if (resources !== known || environment.EVENTSTORE_URL !== undefined)
    return { database: await testDatabase(), key: randomBytes(32).toString('hex') }
  const key = await readFile(join(await madeOnce('seeded', seedTemplate), 'key'), 'utf8')
  return { database: await testDatabase(template), key }
}

/** What a verb is sent: of an edit and a new record their fields, a slug and a password. */
type SentBy<F extends Fields, V, S> = V extends 'create' | 'edit'
  ? Said<F & Readonly<Record<'slug' | 'password', Field>>, S>
  : S

/** A whole Atrium in this process, on a database of its own, without the demo company; it listens on a free port. */
export const openTestAtrium = async ({
  resources = known,
  environment = {},
  apps = dist,
  logger = pino({ level: 'silent' }),
  clock = () => new Date(),
}: {
  resources?: readonly Resource[]
  /** Where the two apps lie, built. */
  apps?: string
  environment?: Record<string, string>
  logger?: Logger
  /** By which commands are decided, and carried out when they were planned for. */
  clock?: () => Date
} = {}) => {
  const { database, key } = await databaseFor(resources, environment)
  const data = newDataDir()
  const config = readConfig({ ...settings(database.url, key, data.dataDir), ...environment })
  const atrium = await openAtrium(config, logger, resources, apps, cheapHasher, undefined, clock)
  const keyFor = await openPurposeKeys(database.pool, config.masterKey, [])
  const url = await (atrium.app?.listen({ port: 0, host: '127.0.0.1' }) ?? '')
  const run = async <F extends Fields, V extends string, S extends Record<string, unknown>>(
    resource: Resource<F>,
    verb: V,
    sent: SentBy<F, V, S>,
    id?: number,
  ) => {
    const outcome = await atrium.services.dispatch({
      resource,
      verb,
      sent,
      actor,
      perms: null,
      commandId: randomUUID(),
      ...(id === undefined ? {} : { id }),
    })
    if (outcome.position !== null) await atrium.services.projector.waitFor(outcome.position, 20_000)
    return outcome
  }

  /** A user with exactly these permissions ('all' for an administrator), signed in. */
  const asUser = async (
    perms: readonly string[] | 'all' | 'no role',
  ): Promise<Client & { id: number; email: string; account: Account }> => {
    const name = `u${randomUUID().slice(0, 8)}`
    const email = `${name}@example.org`
    const roleId =
      perms === 'all'
        ? administratorRole
        : perms === 'no role'
          ? null
          : (await run(role, 'create', { name: `Role ${name}`, perms: [...perms] })).id
    const { id } = await run(user, 'create', {
      userName: name,
      firstName: 'Some',
      lastName: 'Body',
      email,
      phone: '1',
      role: roleId,
    })
    await atrium.signIn.setPassword({
      person: { type: 'user', id, status: 'active', name, email },
      password,
      method: 'command-line',
      actor,
      isQuiet: true,
    })
    const account: Account = { type: 'user', userName: name, email, password }
    return { ...(await signIn(url, data.dataDir, account)), id, email, account }
  }

  /** An employee, signed in. */
  const asEmployee = async (): Promise<Client & { id: number; email: string; account: Account }> => {
    const name = `e${randomUUID().slice(0, 8)}`
    const email = `${name}@example.org`
    const { id } = await run(employee, 'create', {
      employee_number: String(Date.now()).slice(-9),
      fullname: name,
      display_name: name,
      email,
    })
    await atrium.signIn.setPassword({
      person: { type: 'employee', id, status: 'active', name: email, email },
      password,
      method: 'command-line',
      actor,
      isQuiet: true,
    })
    const account: Account = { type: 'employee', email, password }
    return { ...(await signIn(url, data.dataDir, account)), id, email, account }
  }

  const close = async () => {
    await atrium.close()
    await database.drop()
    await data.remove()
  }
  return { ...atrium, url, config, keyFor, database, dataDir: data.dataDir, run, asUser, asEmployee, close }
}

/** Waits until all that was decided so far has left the house: consumers have read the log, and nothing is queued or on its way. */
export const mailsAreOut = async ({ services }: TestAtrium): Promise<void> => {
  const head = await services.log.store.head()
  const isOut = async () => {
    if (((await slowestConsumer(services.pool)) ?? -1n) < head) return false
    const { rowCount } = await services.pool.query(
      `select 1 from mail.outbox where state in ('queued', 'sending') limit 1`,
    )
    return rowCount === 0
  }
  await vi.waitUntil(isOut, { timeout: 10_000, interval: 50 })
}
