import { createHmac, randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { Rejected } from '../../domain/rejected.ts'
import type { Logger } from '../logger.ts'
import { publicAddressOf } from '../network.ts'
import { MailFailure } from './failure.ts'
import type { Mail, MailTransport } from './message.ts'
import { type SmtpServer, smtpTransport } from './smtp.ts'

/** A mail server as the configuration screen knows it; `address` is the sender, and the user where there is a password. */
export type StoredServer = { host: string; port: number; address: string; password: string }

/** The settings in force, and the fingerprint of those that a test mail went out with last. */
export type CurrentServer = StoredServer & { tested: string | null }

type Parts = {
  pool: Pool
  /** 32 bytes, for this purpose alone. */
  key: Uint8Array
  /** Hosts that may be reached though they are in a private network. */
  allowed: readonly string[]
  /** Null when the settings are not complete. */
  current: () => Promise<CurrentServer | null>
  /** What serves until the settings have been tried, and when they fail. */
  fallback: MailTransport
  name: string
  logger: Logger
}

const secureAt = 465
const notPublic = 'the mail host has no public address'

const refused = ({ answer, message }: MailFailure): Rejected => {
  if (answer !== '')
    return new Rejected('The mail server answered: {answer}', 'validation', {
      values: { answer: answer.slice(0, 500) },
    })
  if (message === notPublic)
    return new Rejected(
      'This mail host is not known, or it is in a private network. The operator can allow it in MAIL_HOSTS_ALLOWED.',
      'validation',
    )
  const code = message.split(' ')[0] ?? ''
  return new Rejected('The mail server cannot be reached, or it broke off ({code}).', 'validation', {
    values: { code },
  })
}

const messageIdOf = ({ address }: StoredServer): string => `<${randomUUID()}@${address.split('@')[1]}>`

const patience = { connection: 8_000, greeting: 8_000, socket: 8_000, all: 20_000 }

/** Mail by the settings of the configuration, once a test mail went out with exactly these (A3): wrong ones would lock everybody out. */
export const storedServerMail = ({ pool, key, allowed, current, fallback, name, logger }: Parts) => {
  const fingerprintOf = ({ host, port, address, password }: StoredServer): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([host, port, address, password]))
      .digest('base64')

  const reach = async ({ host, port, address, password }: StoredServer): Promise<SmtpServer> => {
    const at = allowed.includes(host.toLowerCase()) ? host : await publicAddressOf(host)
    if (at === null) throw new MailFailure('later', notPublic)
    const auth = password === '' ? undefined : { user: address, pass: password }
    return { host: at, port, secure: port === secureAt, auth, ...(at === host ? {} : { name: host }) }
  }

  const send = async (server: StoredServer, mail: Mail, messageId: string, timeouts?: typeof patience) =>
    smtpTransport(await reach(server), { name, address: server.address }, timeouts).send(mail, messageId)

  const transport: MailTransport = {
    send: async (mail, messageId) => {
      const server = await current().catch(() => null)
      if (!server || server.tested !== fingerprintOf(server)) return fallback.send(mail, messageId)
      try {
        return await send(server, mail, messageId)
      } catch (error) {
        if (!(error instanceof MailFailure) || error.outcome !== 'later') throw error
        logger.warn({ failure: error.message }, 'the mail server of the configuration fails, the other one is used')
        return fallback.send(mail, messageId)
      }
    },
  }

  return {
    transport,
    current,
    isInForce: async (server: StoredServer): Promise<boolean> => {
      const stored = await current()
      return stored !== null && fingerprintOf(stored) === fingerprintOf(server)
    },
    /** Sends a mail at once and keeps whether that worked; answers what the server said. @throws Rejected validation with what it said */
    test: async (server: StoredServer, mail: Mail): Promise<string> => {
      const fingerprint = fingerprintOf(server)
      try {
        const answer = await send(server, mail, messageIdOf(server), patience)
        await pool.query(
          `insert into mail.tested (fingerprint) values ($1)
           on conflict (id) do update set fingerprint = excluded.fingerprint, at = clock_timestamp()`,
          [fingerprint],
        )
        return answer
      } catch (error) {
        if (!(error instanceof MailFailure)) throw error
        await pool.query('delete from mail.tested where fingerprint = $1', [fingerprint])
        throw refused(error)
      }
    },
  }
}

export type StoredServerMail = ReturnType<typeof storedServerMail>
