import { ConfigError } from '../config.ts'
import { lazily } from '../lazy/lazily.ts'
import { MailFailure } from './failure.ts'
import { headersOf, htmlOf, type MailTransport } from './message.ts'

type Timeouts = { connection: number; greeting: number; socket: number; all: number }

const usual: Timeouts = { connection: 10_000, greeting: 10_000, socket: 30_000, all: 60_000 }

/** A mail server. `name` is what its certificate must name, where `host` is an address. */
export type SmtpServer = {
  host: string
  port: number
  secure: boolean
  auth: { user: string; pass: string } | undefined
  name?: string
}

const isHere = (host: string) => ['localhost', '127.0.0.1', '::1'].includes(host)

// Loaded with the first mail that is sent.
const loadNodemailer = lazily(() => import('nodemailer'))

/** Sends by SMTP, one connection per mail. TLS is verified; a password never goes without it, except to this machine. @throws ConfigError */
export const smtpTransport = (
  server: string | SmtpServer,
  from: { name: string; address: string },
  timeouts = usual,
): MailTransport => {
  const { name, ...connection } = typeof server === 'string' ? serverOf(server) : server
  const options = {
    ...connection,
    requireTLS: connection.auth !== undefined && !connection.secure && !isHere(connection.host),
    ...(name === undefined ? {} : { tls: { servername: name } }),
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: timeouts.connection,
    dnsTimeout: timeouts.connection,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.socket,
    transactionLog: true,
  }
  return {
    async send({ to, subject, text, lang, unsubscribe }, messageId) {
      const witness = dataWitness()
      const headers = headersOf({ unsubscribe })
      const addressed = {
        from,
        to: { name: '', address: to },
        subject,
        text,
        html: htmlOf(text, lang),
        messageId,
        headers,
      }
      try {
        const { createTransport } = await loadNodemailer()
        const transport = createTransport({ ...options, logger: witness.logger })
        return (await transport.sendMail({ ...addressed, signal: AbortSignal.timeout(timeouts.all) })).response
      } catch (error) {
        throw failureOf(error, witness.sawData())
      }
    },
  }
}

/** The library reports a broken connection alike at every step; only its log of the conversation tells whether the text may have gone out. */
const dataWitness = () => {
  let sawData = false
  const ignore = () => {}
  const watch = (entry: unknown, line: unknown) => {
    const isClient = typeof entry === 'object' && entry !== null && 'tnx' in entry && entry.tnx === 'client'
    if (isClient && typeof line === 'string' && /^DATA\b/m.test(line)) sawData = true
  }
  const logger = { level: ignore, trace: watch, debug: watch, info: ignore, warn: ignore, error: ignore, fatal: ignore }
  return { logger, sawData: () => sawData }
}

const serverOf = (text: string): SmtpServer => {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url?.hostname) throw new ConfigError('SMTP_URL must be an address like smtps://user:password@host.')
  const secure = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const auth = url.username === '' ? undefined : { user: decoded(url.username), pass: decoded(url.password) }
  const port = url.port === '' ? (secure ? 465 : 587) : Number(url.port)
  return { host, port, secure, auth }
}

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch (error) {
    throw new ConfigError('SMTP_URL must have its user and password percent-encoded.', { cause: error })
  }
}

const failureOf = (error: unknown, sawData: boolean): MailFailure => {
  const code = wordOf(error, 'code') || 'error'
  const command = wordOf(error, 'command') || 'an unknown step'
  const answer = Number(wordOf(error, 'responseCode'))
  const where = `${code} at ${command}${answer > 0 ? `, answer ${answer}` : ''}`
  const details = { cause: error, answer: wordOf(error, 'response') }
  if (answer >= 500 && /^(RCPT TO|DATA)/.test(command)) return new MailFailure('refused', where, details)
  return new MailFailure(answer >= 400 || !sawData ? 'later' : 'unknown', where, details)
}

const wordOf = (error: unknown, name: string): string => {
  const value: unknown = error instanceof Error ? Object.getOwnPropertyDescriptor(error, name)?.value : undefined
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
