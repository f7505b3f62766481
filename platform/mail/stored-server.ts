import { createHmac, randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { Rejected } from '../../domain/rejected.ts'
import type { Logger } from '../logger.ts'
import { publicAddressOf } from '../network.ts'
import { MailFailure } from './failure.ts'
import type { Mail, MailTransport, NamedServer, Way } from './message.ts'
import { type SmtpServer, smtpTransport } from './smtp.ts'

/** A mail server as the configuration screen knows it; `address` is the sender, and the user where there is a password. */
export type StoredServer = { host: string; port: number; address: string; password: string }

/** The settings in force, and the fingerprints of those that a test mail went out with last and that were approved last. */
export type CurrentServer = StoredServer & { tested: string | null; approved: string | null }

/** The last test mail that was taken: with which settings, when, and which users have sent one with them. */
export type Tested = { fingerprint: string; at: Date; testers: number[] }

type Parts = {
  pool: Pool
  /** 32 bytes, for this purpose alone. */
  key: Uint8Array
  /** Hosts that may be reached though they are in a private network. */
  allowed: readonly string[]
  /** Null when the settings are not complete. */
  current: () => Promise<CurrentServer | null>
  openSecret: (id: string) => Promise<string | null>
  /** What serves until the settings may be used, and when they fail. */
  fallback: MailTransport
  /** Whether that is a mail server: then codes and links never go by another. */
  hasOwnServer: boolean
  name: string
  logger: Logger
}

// All others hold a code or a link that signs in, or tell somebody about the safety of their account.
const newsKinds: ReadonlySet<string> = new Set(['inbox', 'step'])

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

/**
 * Mail by the settings of the configuration (A3): news once a test mail went out with exactly these; what
 * signs in only once another administrator has approved them, for whoever saves them could read it.
 */
export const storedServerMail = (parts: Parts) => {
  const { pool, key, allowed, current, openSecret, fallback, hasOwnServer, name, logger } = parts
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

  const opened = async ({ password, ...named }: NamedServer): Promise<StoredServer> => ({
    ...named,
    password: password === null ? '' : ((await openSecret(password)) ?? ''),
  })

  /** The server of the configuration for a mail, null where that has to go the server's own way. */
  const serverFor = async (way: Way | undefined): Promise<StoredServer | null> => {
    const isNews = way !== undefined && newsKinds.has(way.kind)
    if (way?.via === 'own' || (!isNews && hasOwnServer)) return null
    if (way?.via) return opened(way.via)
    const server = await current()
    if (!server) return null
    const fingerprint = fingerprintOf(server)
    return server.approved === fingerprint || (isNews && server.tested === fingerprint) ? server : null
  }

  const transport: MailTransport = {
    send: async (mail, messageId, way) => {
      const server = await serverFor(way).catch(() => null)
      if (!server) return fallback.send(mail, messageId)
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
    hasOwnServer,
    fingerprintOf: async (named: NamedServer): Promise<string> => fingerprintOf(await opened(named)),
    lastTest: async (): Promise<Tested | null> =>
      (await pool.query<Tested>('select fingerprint, at, testers from mail.tested')).rows[0] ?? null,
    isInForce: async (server: StoredServer): Promise<boolean> => {
      const stored = await current()
      return stored !== null && fingerprintOf(stored) === fingerprintOf(server)
    },
    /** Sends a mail at once for a user and keeps whether that worked; answers what the server said. @throws Rejected validation with what it said */
    test: async (server: StoredServer, mail: Mail, tester: number): Promise<string> => {
      const fingerprint = fingerprintOf(server)
      try {
        const answer = await send(server, mail, messageIdOf(server), patience)
        await pool.query(
          `insert into mail.tested as last (fingerprint, testers) values ($1, array[$2::int])
           on conflict (id) do update set fingerprint = excluded.fingerprint, at = clock_timestamp(),
             testers = case when last.fingerprint = $1 then array_remove(last.testers, $2) else '{}' end || $2::int`,
          [fingerprint, tester],
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
