import type { Pool } from 'pg'
import type { SealedText } from '../keys.ts'
import { type MailOutbox, queuedChannel } from './outbox.ts'

/** `failed` can be sent again; what is `lost` has no text any more: a code, or a mail past its time. */
export const undeliveredStates = ['waiting', 'failed', 'lost'] as const
export type UndeliveredState = (typeof undeliveredStates)[number]

/** A mail that was tried and did not go out. `to` is null once its text is gone, `nextTryAt` where there is none. */
export type Undelivered = {
  id: string
  kind: string
  to: string | null
  state: UndeliveredState
  tries: number
  /** What failed last, as the sender wrote it down; null when it was never tried. */
  failure: string | null
  createdAt: string
  nextTryAt: string | null
  isResendable: boolean
}

export type UndeliveredMails = ReturnType<typeof undeliveredMails>

type Row = {
  id: string
  kind: string
  sealed: SealedText | null
  state: UndeliveredState
  attempts: number
  last_failure: string | null
  created_at: Date
  not_before: Date
  is_resendable: boolean
}

// A code is never sent twice. One that waits is sent at once instead of after its pause.
const isResendable = `(sealed is not null and kind <> 'code' and expires_at > clock_timestamp() and (state = 'failed'
  or (state = 'queued' and last_failure is not null and not_before > clock_timestamp())))`

const shownState = `case when state in ('queued', 'sending') then 'waiting'
  when state = 'failed' and sealed is not null then 'failed' else 'lost' end`

const isUndelivered = `state <> 'sent' and (state in ('failed', 'expired') or last_failure is not null)`

/** What the outbox could not deliver, for whoever looks after it. */
export const undeliveredMails = (pool: Pool, outbox: MailOutbox) => ({
  /** A page of them, the newest first; `resendable` is how many of all can be sent again. */
  list: async (asked: { state: UndeliveredState | null; page: number; perPage: number }) => {
    const { rows: counted } = await pool.query<{ total: number; resendable: number }>(
      `select count(*) filter (where $1::text is null or ${shownState} = $1)::int as total,
          count(*) filter (where ${isResendable})::int as resendable
        from mail.outbox where ${isUndelivered}`,
      [asked.state],
    )
    const { rows } = await pool.query<Row>(
      `select id, kind, sealed, ${shownState} as state, attempts, last_failure, created_at, not_before,
          ${isResendable} as is_resendable
        from mail.outbox where ${isUndelivered} and ($1::text is null or ${shownState} = $1)
        order by created_at desc, id desc limit $2 offset $3`,
      [asked.state, asked.perPage, (asked.page - 1) * asked.perPage],
    )
    const mails = rows.map(
      (row): Undelivered => ({
        id: row.id,
        kind: row.kind,
        to: row.sealed && outbox.openMail(row.id, row.sealed).to,
        state: row.state,
        tries: row.attempts,
        failure: row.last_failure,
        createdAt: row.created_at.toISOString(),
        nextTryAt: row.state === 'waiting' ? row.not_before.toISOString() : null,
        isResendable: row.is_resendable,
      }),
    )
    return { mails, total: counted[0]?.total ?? 0, resendable: counted[0]?.resendable ?? 0 }
  },

  /** The ids of those that can be sent again: all, or the one that is asked for. */
  resendable: async (id: string | null): Promise<string[]> => {
    const { rows } = await pool.query<{ id: string }>(
      `select id from mail.outbox where ${isResendable} and ($1::uuid is null or id = $1) order by created_at`,
      [id],
    )
    return rows.map((row) => row.id)
  },

  /** How one stands; null for none that is undelivered. */
  stateOf: async (id: string): Promise<UndeliveredState | null> => {
    const { rows } = await pool.query<{ state: UndeliveredState }>(
      `select ${shownState} as state from mail.outbox where ${isUndelivered} and id = $1`,
      [id],
    )
    return rows[0]?.state ?? null
  },

  /** Queues them as if they were new; answers how many. What was settled or taken up meanwhile stays as it is. */
  resend: async (ids: readonly string[]): Promise<number> => {
    const { rowCount } = await pool.query(
      `update mail.outbox set state = 'queued', attempts = 0, not_before = clock_timestamp(), settled_at = null
        where id = any($1) and ${isResendable}`,
      [ids],
    )
    await pool.query(`notify ${queuedChannel}`)
    return rowCount ?? 0
  },
})
