import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import type { Migration } from './database/migrations.ts'
import { deriveKey, openText, sealText } from './keys.ts'

export const personalKeyMigrations: readonly Migration[] = [
  {
    id: 'keys-1',
    sql: `create schema keys;
      create table keys.subject (
        subject text collate "C" primary key,
        wrapped jsonb,
        created_at timestamptz not null default clock_timestamp(),
        destroyed_at timestamptz
      );`,
  },
]

/** A person's key: bytes, or 'destroyed' (erased by wish), or 'missing' (never made, or not in this database). */
export type PersonalKey = Buffer | 'destroyed' | 'missing'

export type PersonalKeys = {
  /** The key of a person, made when there is none yet. @throws Error when it was destroyed. */
  ensure(subject: string): Promise<Buffer>
  /** The keys of many persons at once, one statement for those that are not at hand. */
  find(subjects: readonly string[]): Promise<ReadonlyMap<string, PersonalKey>>
}

type Row = { subject: string; wrapped: { iv: string; tag: string; ciphertext: string } | null }

// A key is kept in memory for a minute only, so that a destroyed one is forgotten by every process soon.
const keptFor = 60_000

/** Keys per person, wrapped by the master key, in the table keys.subject. */
export const personalKeys = (pool: Pool, masterKey: Uint8Array): PersonalKeys => {
  const wrapping = deriveKey(masterKey, 'personal keys')
  const kept = new Map<string, { key: Buffer; until: number }>()

  const unwrap = (row: Row): PersonalKey => {
    if (!row.wrapped) return 'destroyed'
    const key = Buffer.from(openText(wrapping, row.wrapped, row.subject), 'base64url')
    kept.set(row.subject, { key, until: Date.now() + keptFor })
    return key
  }

  const find = async (subjects: readonly string[]) => {
    const found = new Map<string, PersonalKey>()
    for (const subject of subjects) {
      const entry = kept.get(subject)
      if (entry && entry.until > Date.now()) found.set(subject, entry.key)
    }
    const asked = [...new Set(subjects)].filter((subject) => !found.has(subject))
    if (asked.length === 0) return found
    const { rows } = await pool.query<Row>('select subject, wrapped from keys.subject where subject = any($1)', [asked])
    for (const row of rows) found.set(row.subject, unwrap(row))
    for (const subject of asked) if (!found.has(subject)) found.set(subject, 'missing')
    return found
  }

  const ensure = async (subject: string) => {
    const known = (await find([subject])).get(subject)
    if (known instanceof Buffer) return known
    if (known === 'destroyed') throw new Error(`the key of ${subject} was destroyed`)
    const wrapped = sealText(wrapping, randomBytes(32).toString('base64url'), subject)
    await pool.query('insert into keys.subject (subject, wrapped) values ($1, $2) on conflict do nothing', [
      subject,
      JSON.stringify(wrapped),
    ])
    const key = (await find([subject])).get(subject)
    if (!(key instanceof Buffer)) throw new Error(`the key of ${subject} could not be kept`)
    return key
  }

  return { ensure, find }
}
