import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import type { Actor } from '../domain/event.ts'
import type { Migration } from './database/migrations.ts'
import { inTransaction } from './database/pool.ts'
import { gatheredCalls } from './gathered-calls.ts'
import { openText, sealText } from './keys.ts'

/** Erasures that a restored database did not know: they are done again before anybody is let in. A restore makes the table of older versions. */
export const erasuresAgain = `create table if not exists keys.erasure_again (
        subject text collate "C" not null,
        -- the person's first event: another log may give the number to somebody else
        first uuid not null,
        event uuid not null,
        actor jsonb not null,
        primary key (subject, first)
      )`

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
  {
    id: 'keys-2',
    // By a trigger, so that no way of destroying a key can leave the announcement out.
    sql: `create function keys.announce() returns trigger language plpgsql as $$
      begin
        perform pg_notify('key_destroyed', '');
        return null;
      end $$;
      create trigger announce after update or delete on keys.subject for each statement execute function keys.announce();`,
  },
  {
    id: 'keys-3',
    // Begun in the transaction that destroys the key, so that whatever a crash left undone is known.
    sql: `create table keys.erasure (
        subject text collate "C" primary key,
        event uuid not null,
        actor jsonb not null,
        begun_at timestamptz not null default clock_timestamp(),
        -- the first and the last time that nothing was left of the person
        cleaned_at timestamptz,
        finished_at timestamptz
      );`,
  },
  { id: 'keys-5', sql: erasuresAgain },
]

export const keyDestroyedChannel = 'key_destroyed'

/** A person's key: bytes, or 'destroyed' (erased on request), or 'missing' (never made, or not in this database). */
export type PersonalKey = Buffer | 'destroyed' | 'missing'

export class KeyDestroyed extends Error {
  constructor(subject: string) {
    super(`the key of ${subject} was destroyed`)
    this.name = 'KeyDestroyed'
  }
}

export type PersonalKeys = {
  /** The key of a person, made when there is none yet; `isNew` spares the look for one. @throws KeyDestroyed */
  ensure(subject: string, isNew?: boolean): Promise<Buffer>
  find(subjects: readonly string[]): Promise<ReadonlyMap<string, PersonalKey>>
  /** Destroys a person's key for ever, and notes that the person is to be erased by `event`; the first to ask is noted. */
  destroy(subject: string, event: string, actor: Actor): Promise<void>
  /** Forgets every key at hand: one of them was destroyed, or may have been. */
  forget(): void
}

type Row = { subject: string; wrapped: { iv: string; tag: string; ciphertext: string } | null }

// Keys are kept in memory for a minute, and not more of them than a list or a batch of events needs.
const keptFor = 60_000
const mostKept = 10_000

const keyCache = () => {
  const kept = new Map<string, { key: Buffer; until: number }>()
  let epoch = 0
  let timer: NodeJS.Timeout | null = null

  const expire = () => {
    for (const [subject, { until }] of kept) {
      if (until > Date.now()) break
      kept.delete(subject)
    }
    timer = kept.size > 0 ? setTimeout(expire, keptFor).unref() : null
  }

  return {
    epoch: () => epoch,
    get: (subject: string): Buffer | null => {
      const entry = kept.get(subject)
      return entry && entry.until > Date.now() ? entry.key : null
    },
    keep: (subject: string, key: Buffer, readIn: number) => {
      if (readIn !== epoch) return
      kept.delete(subject)
      kept.set(subject, { key, until: Date.now() + keptFor })
      const [oldest] = kept.keys()
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
      timer ??= setTimeout(expire, keptFor).unref()
    },
    forget: () => {
      epoch += 1
      kept.clear()
    },
  }
}

/** The keys of people. @param wrapping 32 bytes that seal them, for this purpose alone */
export const personalKeys = (pool: Pool, wrapping: Uint8Array): PersonalKeys => {
  const cache = keyCache()

  const unwrap = (row: Row, readIn: number): PersonalKey => {
    if (!row.wrapped) return 'destroyed'
    const key = Buffer.from(openText(wrapping, row.wrapped, row.subject), 'base64url')
    cache.keep(row.subject, key, readIn)
    return key
  }

  const find = async (subjects: readonly string[]) => {
    const found = new Map<string, PersonalKey>()
    for (const subject of subjects) {
      const key = cache.get(subject)
      if (key) found.set(subject, key)
    }
    const asked = [...new Set(subjects)].filter((subject) => !found.has(subject))
    if (asked.length === 0) return found
    const readIn = cache.epoch()
    const { rows } = await pool.query<Row>('select subject, wrapped from keys.subject where subject = any($1)', [asked])
    for (const row of rows) found.set(row.subject, unwrap(row, readIn))
    for (const subject of asked) if (!found.has(subject)) found.set(subject, 'missing')
    return found
  }

  const make = async (subjects: readonly string[]): Promise<ReadonlyMap<string, PersonalKey>> => {
    const drawn = new Map<string, Buffer>(subjects.map((subject) => [subject, randomBytes(32)]))
    const rows = [...drawn].map(([subject, key]) => ({
      subject,
      wrapped: sealText(wrapping, key.toString('base64url'), subject),
    }))
    const readIn = cache.epoch()
    const { rows: kept } = await pool.query<{ subject: string }>(
      `insert into keys.subject (subject, wrapped)
       select subject, wrapped from json_to_recordset($1) as drawn (subject text, wrapped jsonb)
       on conflict do nothing returning subject`,
      [JSON.stringify(rows)],
    )
    const made = new Map<string, PersonalKey>()
    for (const { subject } of kept) {
      const key = drawn.get(subject)
      if (!key) continue
      cache.keep(subject, key, readIn)
      made.set(subject, key)
    }
    // Another process was faster with the others.
    const others = subjects.filter((subject) => !made.has(subject))
    for (const [subject, key] of others.length > 0 ? await find(others) : []) made.set(subject, key)
    return made
  }

  const ensureAll = async (asked: readonly { subject: string; isNew: boolean }[]): Promise<(Buffer | Error)[]> => {
    const known = await find(asked.flatMap(({ subject, isNew }) => (isNew ? [] : subject)))
    const missing = new Set(
      asked.flatMap(({ subject }) => ((known.get(subject) ?? 'missing') === 'missing' ? subject : [])),
    )
    const made = missing.size > 0 ? await make([...missing]) : known
    return asked.map(({ subject }) => {
      const key = made.get(subject) ?? known.get(subject)
      if (key instanceof Buffer) return key
      return key === 'destroyed' ? new KeyDestroyed(subject) : new Error(`the key of ${subject} could not be kept`)
    })
  }

  const ensureGathered = gatheredCalls(ensureAll, 1_024)
  const ensure: PersonalKeys['ensure'] = async (subject, isNew = false) =>
    cache.get(subject) ?? ensureGathered({ subject, isNew })

  const destroy: PersonalKeys['destroy'] = async (subject, event, actor) => {
    await inTransaction(pool, async (client) => {
      await client.query(
        'insert into keys.erasure (subject, event, actor) values ($1, $2, $3) on conflict do nothing',
        [subject, event, JSON.stringify(actor)],
      )
      await client.query(
        `insert into keys.subject as known (subject, wrapped, destroyed_at) values ($1, null, clock_timestamp())
         on conflict (subject) do update set wrapped = null, destroyed_at = coalesce(known.destroyed_at, excluded.destroyed_at)`,
        [subject],
      )
    })
    cache.forget()
  }

  return { ensure, find, destroy, forget: cache.forget }
}
