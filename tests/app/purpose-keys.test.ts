import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../app/database.ts'
import { openBase } from '../../app/open.ts'
import { sealedColumns } from '../../app/sealed-columns.ts'
import { resources } from '../../domain/catalog.ts'
import { ConfigError, readConfig } from '../../platform/config.ts'
import { alone, transaction } from '../../platform/database/connection.ts'
import { deriveKey, openText, type SealedText, sealText } from '../../platform/keys.ts'
import { personalKeys } from '../../platform/personal-keys.ts'
import { openPurposeKeys, type Purpose } from '../../platform/purpose-keys.ts'
import { rotateKeys } from '../../platform/rotate-keys.ts'
import type { TestDatabase } from '../support/database.ts'
import { preparedDatabase } from '../support/prepared-database.ts'

const silent = pino({ level: 'silent' })
let [present, other] = [randomBytes(32), randomBytes(32)]
let database: TestDatabase

const configWith = (key: Buffer, url = database.url) =>
  readConfig({ DATABASE_URL: url, MASTER_KEY: key.toString('hex'), DATA_DIR: '/nowhere', DEMO: 'off' })
const wrapped = async () => (await database.pool.query('select * from keys.purpose order by purpose')).rows
const open = (key: Buffer) => openPurposeKeys(database.pool, key, sealedColumns)

beforeEach(async () => {
  ;[present, other] = [randomBytes(32), randomBytes(32)]
  // The tables alone: keys come with the first that opens them.
  database = await preparedDatabase('migrated', async (_pool, url) =>
    (await openDatabase(configWith(present, url), silent)).leave(),
  )
})

afterEach(() => database.drop())

it('refuses another master key with a sentence that does not say either, and writes nothing', async () => {
  await open(present)
  const before = await wrapped()
  const opening = openBase(configWith(other), silent, resources)
  await expect(opening).rejects.toThrow(ConfigError)
  await expect(opening).rejects.toThrow(/^MASTER_KEY .* is not the key that this database is sealed with/)
  await expect(opening).rejects.not.toThrow(other.toString('hex'))
  expect(await wrapped()).toEqual(before)
})

it('processes that start at once on a new database have the same keys', async () => {
  const opened = await Promise.all(Array.from({ length: 6 }, () => open(present)))
  expect(new Set(opened.map((keyFor) => keyFor('claims').toString('hex'))).size).toBe(1)
  // A new database's keys follow from nothing, so that a master key that became known opens no other database.
  expect(opened[0]?.('claims')).not.toEqual(deriveKey(present, 'claims'))
})

it('makes the key of a purpose that is new', async () => {
  await open(present)
  await database.pool.query("delete from keys.purpose where purpose = 'sheets'")
  const [one, two] = await Promise.all([open(present), open(present)])
  expect(one('sheets')).toEqual(two('sheets'))
  await database.pool.query("delete from keys.purpose where purpose = 'sheets'")
  await expect(open(other)).rejects.toThrow(ConfigError)
})

describe('a database from before keys were kept', () => {
  const seal = async (subject: string, key: Buffer, at: string) => {
    const sealed = sealText(deriveKey(key, 'personal keys'), randomBytes(32).toString('base64url'), subject)
    await database.pool.query('insert into keys.subject (subject, wrapped, created_at) values ($1, $2, $3)', [
      subject,
      JSON.stringify(sealed),
      at,
    ])
  }

  it('is opened by the master key that sealed its first person, and refuses another', async () => {
    await seal('user-1', present, '2026-01-01')
    // As a wrong key left it that was noticed by nobody.
    await seal('user-2', other, '2026-01-02')
    await expect(open(other)).rejects.toThrow(ConfigError)
    expect(await wrapped()).toEqual([])
    const keyFor = await open(present)
    expect(keyFor('claims')).toEqual(deriveKey(present, 'claims'))
    expect((await personalKeys(database.pool, keyFor('personal keys')).find(['user-1'])).get('user-1')).toHaveLength(32)
    await expect(open(other)).rejects.toThrow(ConfigError)
  })

  it('is recognised by what else is sealed where everybody was erased', async () => {
    await database.pool.query("insert into keys.subject (subject, destroyed_at) values ('user-1', now())")
    const id = '00000000-0000-4000-8000-000000000001'
    await database.pool.query('insert into command.secret (id, sealed) values ($1, $2)', [
      id,
      JSON.stringify(sealText(deriveKey(present, 'secrets'), 'password', id)),
    ])
    await expect(open(other)).rejects.toThrow(ConfigError)
    expect((await open(present))('secrets')).toEqual(deriveKey(present, 'secrets'))
  })
})

/** Every sealed text of the database, wherever it lies. */
const sealedTexts = async () => {
  const { rows } = await database.pool.query<{ place: string; schema: string; name: string; column: string }>(
    `select table_schema as schema, table_name as name, column_name as column, table_schema || '.' || table_name || '.' || column_name as place
     from information_schema.columns where data_type = 'jsonb' and table_schema not in ('information_schema', 'pg_catalog')`,
  )
  const found = await Promise.all(
    rows.map(async ({ schema, name, column, place }) => {
      const sealed = await database.pool.query<{ row: Record<string, unknown>; sealed: SealedText }>(
        `select to_jsonb(t) as row, "${column}" as sealed from "${schema}"."${name}" t where "${column}" ? 'ciphertext'`,
      )
      return sealed.rows.map((row) => ({ ...row, place }))
    }),
  )
  return found.flat()
}

describe('rotating', () => {
  const fill = async (keyFor: (purpose: Purpose) => Buffer) => {
    const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`
    await personalKeys(database.pool, keyFor('personal keys')).ensure('user-1')
    const put = (text: string, purpose: Purpose, bound: string) =>
      database.pool.query(text, [JSON.stringify(sealText(keyFor(purpose), `about ${purpose}`, bound))])
    await put(`insert into command.secret (id, sealed) values ('${id(1)}', $1)`, 'secrets', id(1))
    await put(
      `insert into mail.outbox (id, dedupe_key, kind, sealed, expires_at) values ('${id(2)}', 'one', 'code', $1, now())`,
      'mail outbox',
      id(2),
    )
    await put(`insert into auth.address_key (month, sealed) values ('2026-11-01', $1)`, 'addresses', '2026-11')
    await database.pool.query(
      `insert into command.job (id, person, verb, resource, starts_at, total) values ('${id(3)}', 'user-1', 'edit', 'post', now(), 1)`,
    )
    await put(
      `insert into command.job_item (job, index, resource, verb, sent) values ('${id(3)}', 4, 'post', 'edit', $1)`,
      'jobs',
      `${id(3)} 4`,
    )
    await put(
      `insert into command.sheet (id, person, resource, report, rows, sealed) values ('${id(5)}', 'user-1', 'employee', '{}', '{}', $1)`,
      'sheets',
      id(5),
    )
  }

  const rotate = (next = other) =>
    alone(database.pool, (client) => transaction(client, () => rotateKeys(client, { present, next }, sealedColumns)))

  it('leaves nothing that the keys of before open, and everything that the new ones do', async () => {
    const before = await open(present)
    await fill(before)
    const person = (await personalKeys(database.pool, before('personal keys')).find(['user-1'])).get('user-1')
    expect((await sealedTexts()).map(({ place }) => place).toSorted()).toEqual(
      [
        ...sealedColumns.map(({ table, column }) => `${table}.${column}`),
        ...Array(10).fill('keys.purpose.wrapped'),
      ].toSorted(),
    )
    expect(await rotate()).toEqual({ sealed: 6, unreadable: 0 })
    await expect(open(present)).rejects.toThrow(ConfigError)
    const after = await open(other)
    for (const { purpose, table, column, bound } of sealedColumns) {
      const { rows } = await database.pool.query<{ sealed: SealedText; bound: string }>(
        `select ${column} as sealed, ${bound} as bound from ${table}`,
      )
      const [row] = rows
      if (!row) throw new Error(`${table} is empty`)
      expect(openText(after(purpose), row.sealed, row.bound)).toMatch(/^about|^[\w-]{43}$/)
      expect(() => openText(before(purpose), row.sealed, row.bound)).toThrow()
    }
    expect((await personalKeys(database.pool, after('personal keys')).find(['user-1'])).get('user-1')).toEqual(person)
    // What was hashed is not kept, so its keys stay.
    expect(after('claims')).toEqual(before('claims'))
    // What signed stays who it is.
    expect(after('checkpoints')).toEqual(before('checkpoints'))
    expect(await rotate()).toBe('rotated before')
    expect(await rotate(randomBytes(32))).toBe('wrong key')
  })

  it('leaves everything as it was when it is broken off', async () => {
    const before = await open(present)
    await fill(before)
    const texts = await sealedTexts()
    const breaking = alone(database.pool, (client) =>
      transaction(client, async () => {
        await rotateKeys(client, { present, next: other }, sealedColumns)
        throw new Error('broken off')
      }),
    )
    await expect(breaking).rejects.toThrow('broken off')
    expect(await sealedTexts()).toEqual(texts)
    expect((await open(present))('secrets')).toEqual(before('secrets'))
    expect(await rotate()).toEqual({ sealed: 6, unreadable: 0 })
  })
})
