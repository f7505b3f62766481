import { createHmac, randomUUID } from 'node:crypto'
import type { ClientBase, Pool } from 'pg'
import { z } from 'zod'
import type { Migration } from '../database/migrations.ts'
import { openText, type SealedText, sealText } from '../keys.ts'
import type { Cause } from '../observed.ts'
import { type Mail, namedServer, type Via } from './message.ts'

/** The outbox: mails that are to go out, in the transaction of what caused them (ML-2). Never rebuilt. */
export const mailMigrations: readonly Migration[] = [
  {
    id: 'mail-1',
    sql: `create schema mail;
      create table mail.outbox (
        id uuid primary key,
        dedupe_key text collate "C" not null unique,
        kind text collate "C" not null,
        -- recipient, subject and text; gone once the mail is sent or worthless
        sealed jsonb,
        message_id text collate "C",
        state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed', 'expired')),
        attempts int not null default 0,
        not_before timestamptz not null default clock_timestamp(),
        expires_at timestamptz not null,
        claimed_at timestamptz,
        settled_at timestamptz,
        last_failure text,
        created_at timestamptz not null default clock_timestamp()
      );
      create index on mail.outbox (not_before) where state = 'queued';
      create index on mail.outbox (expires_at) where sealed is not null;
      create index on mail.outbox (claimed_at) where state = 'sending';`,
  },
  {
    id: 'mail-2',
    // The settings with which a test mail was last taken; only they are used.
    sql: `create table mail.tested (
        id boolean primary key default true check (id),
        fingerprint text collate "C" not null,
        at timestamptz not null default clock_timestamp()
      );`,
  },
  {
    id: 'mail-3',
    // The list of what did not go out; sent mails are most of the table.
    sql: `create index on mail.outbox (created_at, id) where state <> 'sent';`,
  },
  {
    id: 'mail-4-approved',
    // The settings that somebody else approved for codes and links. They stay when they are withdrawn: who is told of the next is told by them.
    sql: `alter table mail.tested add column testers int[] not null default '{}';
      create table mail.approved (
        id boolean primary key default true check (id),
        fingerprint text collate "C" not null,
        server jsonb not null,
        -- of the configuration: a later change withdraws the approval
        version int not null,
        approved_by int not null,
        at timestamptz not null default clock_timestamp(),
        withdrawn_at timestamptz
      );`,
  },
]

export const queuedChannel = 'mail_queued'

export type QueuedMail = Mail & {
  /** `code`: never sent twice, and before all others. Other kinds are for people who look at the outbox. */
  kind: string
  /** One mail per key, for ever: an event that is handled again queues nothing. Random by default. */
  dedupeKey?: string
  via?: Via | undefined
  /** What brought it about, for whoever traces its way. */
  cause?: Cause | undefined
  notBefore?: Date
  expiresAt?: Date
}

/** By which way a mail is to go, when that is said, and what brought it about. */
export type About = { via?: Via | undefined; cause?: Cause | undefined }

export type MailOutbox = {
  enqueueMail(client: Pick<ClientBase, 'query'>, mail: QueuedMail): Promise<boolean>
  /** What was queued, from the sealed column. @throws Error when the key is another */
  openMail(id: string, sealed: SealedText): Mail
  aboutOf(id: string, sealed: SealedText): About
}

const mailShape = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  lang: z.string().optional(),
  person: z.string().optional(),
  unsubscribe: z.string().optional(),
})
const aboutShape = z.object({
  via: z.union([namedServer, z.literal('own')]).optional(),
  cause: z.object({ correlationId: z.string(), commandId: z.string() }).optional(),
})
const usualLife = 3 * 24 * 3_600_000

// The same for the same key: a mail that is queued anew after the outbox was lost goes out with the Message-ID that it had.
const idFor = (key: Uint8Array, dedupeKey: string): string => {
  const hex = createHmac('sha256', key).update(dedupeKey).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** What became of mails, by their keys; none for those that are forgotten. */
export const mailStates = async (pool: Pool, dedupeKeys: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (dedupeKeys.length === 0) return new Map()
  const { rows } = await pool.query<{ dedupe_key: string; state: string }>(
    'select dedupe_key, state from mail.outbox where dedupe_key = any($1)',
    [dedupeKeys],
  )
  return new Map(rows.map(({ dedupe_key: key, state }) => [key, state]))
}

/** @param key 32 bytes for this purpose alone, which seal recipient and text */
export const mailOutbox = (key: Uint8Array): MailOutbox => ({
  async enqueueMail(
    client,
    { to, subject, text, lang, person, unsubscribe, kind, dedupeKey, via, cause, notBefore, expiresAt },
  ) {
    const id = dedupeKey === undefined ? randomUUID() : idFor(key, dedupeKey)
    const sealed = sealText(key, JSON.stringify({ to, subject, text, lang, person, unsubscribe, via, cause }), id)
    const { rowCount } = await client.query(
      `with queued as (
           insert into mail.outbox (id, dedupe_key, kind, sealed, not_before, expires_at)
           values ($1, $2, $3, $4, coalesce($5, clock_timestamp()), $6) on conflict (dedupe_key) do nothing
           returning 1)
         select pg_notify('${queuedChannel}', '') from queued`,
      [
        id,
        dedupeKey ?? id,
        kind,
        JSON.stringify(sealed),
        notBefore ?? null,
        expiresAt ?? new Date(Date.now() + usualLife),
      ],
    )
    return rowCount === 1
  },
  openMail: (id, sealed) => mailShape.parse(JSON.parse(openText(key, sealed, id))),
  aboutOf: (id, sealed) => aboutShape.parse(JSON.parse(openText(key, sealed, id))),
})
