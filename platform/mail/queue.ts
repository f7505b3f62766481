import type { Pool } from 'pg'
import type { SealedText } from '../keys.ts'

export type Claimed = {
  id: string
  kind: string
  sealed: SealedText
  messageId: string
  attempts: number
  expiresAt: Date
}

// Longer than one mail can take at most (60 s), so that a claim is given up only when its process is gone.
const claimSeconds = 180

const isDue = `state = 'queued' and not_before <= clock_timestamp() and expires_at > clock_timestamp()`

/** True when a mail waits whose time has come. */
export const isMailDue = async (pool: Pool): Promise<boolean> => {
  const { rowCount } = await pool.query(`select 1 from mail.outbox where ${isDue} limit 1`)
  return rowCount === 1
}

type Row = { id: string; kind: string; sealed: SealedText; message_id: string; attempts: number; expires_at: Date }

/** Takes the next mail that is due, codes first; `host` is the right side of its Message-ID. */
export const claimMail = async (pool: Pool, host: string, onlyCodes = false): Promise<Claimed | null> => {
  const { rows } = await pool.query<Row>(
    `update mail.outbox
        set state = 'sending', attempts = attempts + 1, claimed_at = clock_timestamp(),
            message_id = coalesce(message_id, '<' || id || '@' || $1 || '>')
      where id = (
        select id from mail.outbox
         where ${isDue} and (kind = 'code' or not $2)
         order by kind = 'code' desc, not_before
         for update skip locked limit 1)
      returning id, kind, sealed, message_id, attempts, expires_at`,
    [host, onlyCodes],
  )
  const row = rows[0]
  if (!row) return null
  return {
    id: row.id,
    kind: row.kind,
    sealed: row.sealed,
    messageId: row.message_id,
    attempts: row.attempts,
    expiresAt: row.expires_at,
  }
}

type Settled =
  | { state: 'sent' }
  | { state: 'failed'; failure: string }
  | { state: 'queued'; failure: string; seconds: number }

/** Keeps what became of a mail under way. */
export const settleMail = async (pool: Pool, mail: Claimed, settled: Settled): Promise<void> => {
  const failure = settled.state === 'sent' ? null : settled.failure
  const seconds = settled.state === 'queued' ? settled.seconds : 0
  // A failed mail can be looked at until it expires, a code never.
  const isBlanked = settled.state === 'sent' || (settled.state === 'failed' && mail.kind === 'code')
  await pool.query(
    `update mail.outbox
        set state = $3, last_failure = $4, not_before = clock_timestamp() + make_interval(secs => $5), claimed_at = null,
            settled_at = case when $3 = 'queued' then null else clock_timestamp() end,
            sealed = case when $6 then null else sealed end
      where id = $1 and state = 'sending' and attempts = $2`,
    [mail.id, mail.attempts, settled.state, failure, seconds, isBlanked],
  )
}

/** Seconds until the next try, doubled each time: for a code from 2 to 30, for other mails from 10 to an hour. */
export const pauses = { code: { first: 1, most: 30 }, other: { first: 5, most: 3600 } }
const longestPause = `least(${pauses.other.most}, ${pauses.other.first} * 2 ^ least(attempts, 20))`

/**
 * Takes back what a clock that was ahead has put off: a mail that was queued or is to be tried again then is due, and a claim made then counts
 * from now on.
 */
const forgetClockAhead = async (pool: Pool, pace: number): Promise<void> => {
  await pool.query(
    `update mail.outbox set not_before = clock_timestamp()
      where state = 'queued' and not_before > clock_timestamp() and (created_at > clock_timestamp()
        or (attempts > 0 and not_before > clock_timestamp() + make_interval(secs => ${longestPause} * $1 + 1)))`,
    [pace],
  )
  await pool.query(
    `update mail.outbox set claimed_at = clock_timestamp() where state = 'sending' and claimed_at > clock_timestamp()`,
  )
}

/** Gives up mails past their time, queues again those of a dead process, but no codes: they may have been sent. Sent ones go after 90 days. */
export const tidyOutbox = async (pool: Pool, pace = 1): Promise<void> => {
  await forgetClockAhead(pool, pace)
  await pool.query(
    `update mail.outbox
        set state = case when kind = 'code' then 'failed' else 'queued' end, claimed_at = null,
            settled_at = case when kind = 'code' then clock_timestamp() end,
            sealed = case when kind = 'code' then null else sealed end,
            last_failure = 'the process that was sending it ended'
      where state = 'sending' and claimed_at < clock_timestamp() - make_interval(secs => $1)`,
    [claimSeconds * pace],
  )
  await pool.query(
    `update mail.outbox
        set sealed = null, state = case when state = 'queued' then 'expired' else state end,
            settled_at = coalesce(settled_at, clock_timestamp())
      where sealed is not null and state in ('queued', 'failed') and expires_at <= clock_timestamp()`,
  )
  await pool.query(
    `delete from mail.outbox where sealed is null and state <> 'sending' and created_at < clock_timestamp() - interval '90 days'`,
  )
}
