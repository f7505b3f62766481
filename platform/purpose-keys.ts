import { randomBytes } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { ConfigError } from './config.ts'
import type { Migration } from './database/migrations.ts'
import { inTransaction } from './database/pool.ts'
import { deriveKey, openText, type SealedText, sealText } from './keys.ts'

export const purposeKeyMigrations: readonly Migration[] = [
  {
    id: 'keys-4',
    // One key for each purpose, wrapped by the master key; whatever opens them is the right one.
    sql: `create table keys.purpose (
        purpose text collate "C" primary key,
        wrapped jsonb not null,
        wrapped_at timestamptz not null default clock_timestamp()
      );`,
  },
]

const purposes = [
  'personal keys',
  'secrets',
  'mail outbox',
  'tested mail server',
  'claims',
  'sign-in',
  'addresses',
  'jobs',
  'sheets',
  'checkpoints',
] as const

/** What a key is for; nothing is sealed or hashed with the master key itself. */
export type Purpose = (typeof purposes)[number]

/** The 32-byte key of a purpose. */
export type KeyFor = (purpose: Purpose) => Buffer

/** A column of texts that a purpose's key seals; `bound` is the SQL of what is authenticated with each, `first` orders the oldest first. */
export type SealedColumn = { purpose: Purpose; table: string; column: string; bound: string; first: string }

type WrappedKey = { purpose: string; wrapped: SealedText }

const wrappingLock = 7_246_010

const wrongKey =
  'MASTER_KEY (where it is not set: the file master.key in DATA_DIR) is not the key that this database is sealed with: set the right one, ' +
  'or finish a rotate-master-key that was broken off.'

const wrappingKeyOf = (masterKey: Uint8Array) => deriveKey(masterKey, 'purposes')

/** Wraps a purpose's key for keys.purpose. */
export const wrapKey = (masterKey: Uint8Array, purpose: string, key: Uint8Array): SealedText =>
  sealText(wrappingKeyOf(masterKey), Buffer.from(key).toString('base64url'), purpose)

const opens = (key: Uint8Array, sealed: SealedText, bound: string): boolean => {
  try {
    openText(key, sealed, bound)
    return true
  } catch {
    return false
  }
}

/** The keys of all purposes that are kept; null when the master key is another. */
export const unwrapKeys = (masterKey: Uint8Array, rows: readonly WrappedKey[]): Map<string, Buffer> | null => {
  const wrapping = wrappingKeyOf(masterKey)
  if (!rows.every(({ purpose, wrapped }) => opens(wrapping, wrapped, purpose))) return null
  return new Map(
    rows.map(({ purpose, wrapped }) => [purpose, Buffer.from(openText(wrapping, wrapped, purpose), 'base64url')]),
  )
}

type Asking = Pick<PoolClient, 'query'>

/** What keys.purpose holds. */
export const wrappedKeys = async (client: Asking): Promise<readonly WrappedKey[]> =>
  (await client.query<WrappedKey>('select purpose, wrapped from keys.purpose')).rows

/**
 * Until keys were kept they all followed from the master key, and what was sealed and hashed with those stays readable. A database
 * of that time has no check value: what the first process sealed in it is one.
 */
const keyOfBefore = async (client: Asking, masterKey: Uint8Array, columns: readonly SealedColumn[]) => {
  const { rows } = await client.query('select 1 from keys.subject union all select 1 from log.claim limit 1')
  if (rows.length === 0) return () => randomBytes(32)
  for (const { purpose, table, column, bound, first } of columns) {
    const oldest = await client.query<{ sealed: SealedText; bound: string }>(
      `select ${column} as sealed, ${bound} as bound from ${table} where ${column} is not null order by ${first} limit 1`,
    )
    const [row] = oldest.rows
    if (row && !opens(deriveKey(masterKey, purpose), row.sealed, row.bound)) throw new ConfigError(wrongKey)
    if (row) break
  }
  return (purpose: Purpose) => deriveKey(masterKey, purpose)
}

const makeMissing = (pool: Pool, masterKey: Uint8Array, columns: readonly SealedColumn[]) =>
  inTransaction(pool, async (client) => {
    // Processes that start at once would keep different keys.
    await client.query('select pg_advisory_xact_lock($1)', [wrappingLock])
    const rows = await wrappedKeys(client)
    const known = new Set(rows.map(({ purpose }) => purpose))
    const draw = rows.length === 0 ? await keyOfBefore(client, masterKey, columns) : () => randomBytes(32)
    const made = purposes
      .filter((purpose) => !known.has(purpose))
      .map((purpose) => ({ purpose, wrapped: wrapKey(masterKey, purpose, draw(purpose)) }))
    await client.query(
      'insert into keys.purpose (purpose, wrapped) select * from json_to_recordset($1) as made (purpose text, wrapped jsonb)',
      [JSON.stringify(made)],
    )
    return [...rows, ...made]
  })

/** Whether keys.purpose still holds these keys, wrapped by this master key: another process may have rotated them. */
export const areInForce = async (pool: Pool, masterKey: Uint8Array, keyFor: KeyFor): Promise<boolean> => {
  const kept = unwrapKeys(masterKey, await wrappedKeys(pool))?.get('personal keys')
  return kept !== undefined && kept.equals(keyFor('personal keys'))
}

/** The keys of this database, made when it is new. @throws ConfigError when the master key is not the one they are wrapped by */
export const openPurposeKeys = async (
  pool: Pool,
  masterKey: Uint8Array,
  columns: readonly SealedColumn[],
): Promise<KeyFor> => {
  const kept = await wrappedKeys(pool)
  // A wrong master key must not add keys of its own.
  if (kept.length > 0 && !unwrapKeys(masterKey, kept)) throw new ConfigError(wrongKey)
  const isComplete = purposes.every((purpose) => kept.some((one) => one.purpose === purpose))
  const keys = unwrapKeys(masterKey, isComplete ? kept : await makeMissing(pool, masterKey, columns))
  return (purpose) => {
    const key = keys?.get(purpose)
    if (!key) throw new ConfigError(wrongKey)
    return key
  }
}
