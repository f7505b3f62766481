import type { Pool } from 'pg'
import { configurationId } from '../../domain/resources/configuration.ts'
import type { CurrentServer } from '../../platform/mail/stored-server.ts'
import { columnsOf } from '../sql.ts'

const c = columnsOf('configuration')

type Settings = {
  host: string | null
  port: number | null
  address: string | null
  password: string | null
  tested: string | null
  approved: string | null
}

/** The mail server that the configuration names, or null while it names none. `open` reads a kept secret. */
export const storedMailServer = async (
  pool: Pool,
  open: (id: string) => Promise<string | null>,
): Promise<CurrentServer | null> => {
  const { rows } = await pool.query<Settings>(
    `select ${c('email_host')} as host, ${c('email_port_smtp')} as port, ${c('email_name')} as address, ${c('email_password')} as password,
       (select fingerprint from mail.tested) as tested,
       (select fingerprint from mail.approved where withdrawn_at is null) as approved
     from configuration where id = $1 and status = 'active'`,
    [configurationId],
  )
  const { host, port, address, password, tested = null, approved = null } = rows[0] ?? {}
  if (!host || !port || !address) return null
  return { host, port, address, password: password ? ((await open(password)) ?? '') : '', tested, approved }
}
