import type { Pool } from 'pg'

/** The outbox in numbers: `late` mails should have gone ten minutes ago or more; ages in seconds. */
export type OutboxStanding = { waiting: number; late: number; oldestSeconds: number; failed: number }

/** How long a mail may be due before it counts as late. */
export const lateAfter = 600

/** What waits and what was given up. Sent mails, most of the table, are in neither index. */
export const outboxStanding = async (pool: Pick<Pool, 'query'>): Promise<OutboxStanding> => {
  const { rows } = await pool.query<OutboxStanding>(
    `select count(*) filter (where state in ('queued', 'sending'))::int as waiting,
        count(*) filter (where state = 'queued' and created_at < clock_timestamp() - make_interval(secs => $1)
          and expires_at > clock_timestamp())::int as late,
        coalesce(extract(epoch from clock_timestamp() - min(created_at) filter (where state in ('queued', 'sending'))), 0)::float8
          as "oldestSeconds",
        count(*) filter (where state = 'failed')::int as failed
      from mail.outbox where state <> 'sent'`,
    [lateAfter],
  )
  return rows[0] ?? { waiting: 0, late: 0, oldestSeconds: 0, failed: 0 }
}
