import { noSecrets } from '../../../support/no-secrets.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { expect } from 'vitest'
import { openRecords } from '../../../../projections/records.ts'
import { dispatcher } from '../../../../commands/dispatch.ts'
import { ids, raiseSequences } from '../../../../commands/ids.ts'
import { commandMigrations } from '../../../../commands/migrations.ts'
import { signInMigrations } from '../../../../commands/identity/sign-in/migrations.ts'
import { personKey } from '../../../../commands/identity/sign-in/dependencies.ts'
import { accessSql } from '../../../../projections/people/access-sql.ts'
import { openSignIn, type SignInOptions } from '../../../../commands/identity/sign-in/sign-in.ts'
import { resources } from '../../../../domain/catalog.ts'
import { eventTypesOf } from '../../../../domain/event-types.ts'
import { openLog } from '../../../../event-store/log.ts'
import { eventStoreMigrations } from '../../../../event-store/postgres/migrations.ts'
import { postgresEventStore } from '../../../../event-store/postgres/store.ts'
import { migrate } from '../../../../platform/database/migrations.ts'
import { openPool } from '../../../../platform/database/pool.ts'
import { type SealedText } from '../../../../platform/keys.ts'
import { mailMigrations, mailOutbox } from '../../../../platform/mail/outbox.ts'
import { inEnglish } from '../../../../domain/message.ts'
import { silentLog } from '../../../../platform/logger.ts'
import { personalKeyMigrations, personalKeys } from '../../../../platform/personal-keys.ts'
import { cheapHasher } from '../../../support/atrium.ts'
import { preparedDatabase } from '../../../support/prepared-database.ts'

export const goodPassword = 'zebra7lamp-over'
export const address = '203.0.113.7'

/** What signing in reads of the read models, filled by hand: these tests are not about projecting. */
const readTables = `
  create table "user" (id int primary key, status text not null, version int not null default 1, "userName" text not null, "firstName" text not null default '', "lastName" text not null default '', email text not null, role int, "userName_folded" text generated always as (lower("userName")) stored, email_folded text generated always as (lower(email)) stored);
  create table employee (id int primary key, status text not null, version int not null default 1, fullname text not null default '', email text not null, email_folded text generated always as (lower(email)) stored);
  create table checkpoint (name text primary key, position bigint not null, fence uuid not null);
  create table configuration (id int primary key, second_eyes boolean);
  create table role (id int primary key, status text not null, name text not null, perms jsonb not null);
  insert into role values (1, 'active', 'Administrator', '[]'), (2, 'active', 'Editor', '["r-post","u-post"]');`

export type Mail = { to: string; kind: string; subject: string; text: string }

const openOne = async (pool: Pool, masterKey: Uint8Array, options: Partial<SignInOptions>) => {
  const now = () => new Date()
  const log = openLog({
    store: await postgresEventStore({ pool }),
    keys: personalKeys(pool, masterKey),
    types: eventTypesOf(resources),
  })
  const shared = { log, ids: ids(pool), claimKey: masterKey, now }
  const dispatch = dispatcher({
    ...shared,
    usesOf: async () => ({ count: 0, plural: '' }),
    activeIds: async () => [],
    clean: async (_fields, values) => ({ values, removed: [] }),
    secrets: noSecrets,
    resources,
  })
  const signIn = openSignIn({
    ...shared,
    pool,
    dispatch,
    secret: masterKey,
    addressKey: masterKey,
    people: openRecords({ pool, log: shared.log, resources }).people,
    access: accessSql,
    publicUrl: () => 'https://atrium.example.org',
    limitsFactor: 1,
    registration: 'pending',
    companyNames: async () => ['Norden Works'],
    hasher: cheapHasher,
    queueMail: async (client, { person, ...mail }) => {
      const [subject, text] = [inEnglish(mail.subject), inEnglish(mail.text)]
      await mailOutbox(masterKey).enqueueMail(client, {
        ...mail,
        subject,
        text,
        person: person && personKey(person),
      })
    },
    ...options,
  })
  return { signIn, log, dispatch }
}

const prepare = async (pool: Pool) => {
  await migrate(pool, [
    ...eventStoreMigrations,
    ...personalKeyMigrations,
    ...commandMigrations,
    ...signInMigrations,
    ...mailMigrations,
  ])
  await pool.query(readTables)
  await raiseSequences(pool, resources, async () => 0)
}

/** Signing in on a database of its own. `another` is a second process on it: another pool, nothing shared in memory. */
export const openTestSignIn = async (options: Partial<SignInOptions> = {}) => {
  const database = await preparedDatabase('sign_in', prepare)
  const { pool } = database
  const masterKey = randomBytes(32)
  const first = await openOne(pool, masterKey, options)
  const others: Pool[] = []

  const add = async (type: 'user' | 'employee', name: string, status = 'active', role: number | null = 2) => {
    const { rows } = await pool.query<{ id: number }>(`select nextval('sequence.person')::int as id`)
    const id = rows[0]?.id ?? 0
    const email = type === 'user' ? `${name}@example.org` : name
    if (type === 'user')
      await pool.query('insert into "user" (id, status, "userName", email, role) values ($1, $2, $3, $4, $5)', [
        id,
        status,
        name,
        email,
        role,
      ])
    else await pool.query('insert into employee (id, status, email) values ($1, $2, $3)', [id, status, email])
    const person = { type, id, status, name, email }
    await first.signIn.setPassword({
      person,
      password: goodPassword,
      method: 'staff',
      actor: { type: 'system', id: 'test' },
      isQuiet: true,
    })
    return person
  }

  /** A user of the log and of the tables, with every permission. */
  const addAdministrator = async (name: string, password = goodPassword) => {
    const email = `${name}@example.org`
    const about = { userName: name, email, firstName: 'Ada', lastName: 'King', phone: '+62 812' }
    const { id } = await first.signIn.createAdministrator(about)
    const text = `insert into "user" (id, status, "userName", email, role) values ($1, 'active', $2, $3, 1)`
    await pool.query(text, [id, name, email])
    const person = { type: 'user' as const, id, status: 'active', name, email }
    const actor = { type: 'system' as const, id: 'test' }
    await first.signIn.setPassword({ person, password, method: 'command-line', actor, isQuiet: true })
    return person
  }

  const mails = async (to?: string): Promise<Mail[]> => {
    const { rows } = await pool.query<{ id: string; kind: string; sealed: SealedText }>(
      'select id, kind, sealed from mail.outbox order by created_at',
    )
    const opened = rows.map(({ id, kind, sealed }) => ({ kind, ...mailOutbox(masterKey).openMail(id, sealed) }))
    return opened.filter((mail) => to === undefined || mail.to === to)
  }

  const codeFor = async (to: string): Promise<string> =>
    /\b\d{6}\b/.exec((await mails(to)).findLast((mail) => mail.kind === 'code')?.text ?? '')?.[0] ?? 'no code'

  const challengeOf = async (person: { type: 'user' | 'employee'; name: string }) =>
    (await first.signIn.startSignIn({ personType: person.type, name: person.name, password: goodPassword, address }))
      .challenge

  return {
    ...first,
    pool,
    add,
    addAdministrator,
    mails,
    codeFor,
    challengeOf,
    /** Signs somebody in, both steps. */
    enter: async (
      person: { type: 'user' | 'employee'; name: string; email: string },
      mode: 'cookie' | 'bearer' = 'bearer',
    ) => {
      const challenge = await challengeOf(person)
      return first.signIn.verifySignIn({ challenge, otp: await codeFor(person.email), mode, address })
    },
    another: async (more: Partial<SignInOptions> = {}) => {
      const other = openPool(database.url, silentLog)
      others.push(other)
      return openOne(other, masterKey, { ...options, ...more })
    },
    close: async () => {
      await first.log.store.close()
      for (const other of others) await other.end()
      await database.drop()
    },
  }
}

export type TestSignIn = Awaited<ReturnType<typeof openTestSignIn>>

/** A code that is not the right one. */
export const wrongCodeFor = (code: string): string => (code === '000000' ? '000001' : '000000')

export const someName = (): string => `p${randomUUID().slice(0, 8)}`

/** A time to wait in seconds, of which a busy machine may have used some already. */
export const about = (seconds: number): unknown =>
  expect.toSatisfy((left: number) => left <= seconds && left > seconds - 15)

/** What a refusal is: its kind and sentence. */
export const refusalOf = async (work: Promise<unknown>): Promise<{ kind: string; message: string; data: unknown }> => {
  try {
    await work
  } catch (error) {
    if (error instanceof Error && 'kind' in error)
      return { kind: String(error.kind), message: error.message, data: 'data' in error ? error.data : null }
    throw error
  }
  throw new Error('nothing was refused')
}
