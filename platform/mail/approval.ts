import type { ClientBase } from 'pg'
import type { NamedServer } from './message.ts'

/** A mail server that was approved for codes and links: by which user, and for which version of the configuration. */
export type Approval = {
  fingerprint: string
  server: NamedServer
  version: number
  approved_by: number
  at: Date
  withdrawn_at: Date | null
}

type Queryable = Pick<ClientBase, 'query'>

/** The last approval, in force or withdrawn. */
export const lastApproval = async (client: Queryable): Promise<Approval | null> =>
  (await client.query<Approval>('select * from mail.approved')).rows[0] ?? null

/** Keeps an approval in place of the one before. */
export const keepApproval = async (
  client: Queryable,
  { fingerprint, server, version, approved_by }: Omit<Approval, 'at' | 'withdrawn_at'>,
): Promise<void> => {
  await client.query(
    `insert into mail.approved (fingerprint, server, version, approved_by) values ($1, $2, $3, $4)
     on conflict (id) do update set fingerprint = $1, server = $2, version = $3, approved_by = $4,
       at = clock_timestamp(), withdrawn_at = null`,
    [fingerprint, JSON.stringify(server), version, approved_by],
  )
}

/** Withdraws what was approved for an earlier version of the configuration; answers the server, null where nothing was in force. */
export const withdrawApproval = async (client: Queryable, version: number): Promise<NamedServer | null> => {
  const { rows } = await client.query<Pick<Approval, 'server'>>(
    `update mail.approved set withdrawn_at = clock_timestamp()
      where withdrawn_at is null and version < $1 returning server`,
    [version],
  )
  return rows[0]?.server ?? null
}
