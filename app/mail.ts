import { join } from 'node:path'
import type { Pool } from 'pg'
import type { ComposedMail } from '../commands/inbox/mails.ts'
import { personKey, type Queryable, type SignInMail } from '../commands/identity/sign-in/dependencies.ts'
import { keptLanguage } from '../commands/identity/sign-in/language.ts'
import { loadedCatalogue } from '../platform/lazy/catalogue.ts'
import { inLanguage } from '../domain/texts/translate.ts'
import type { Config } from '../platform/config.ts'
import { maskAddress } from '../platform/mail/address.ts'
import type { MailTransport } from '../platform/mail/message.ts'
import type { Logger } from '../platform/logger.ts'
import { keptMails } from '../platform/mail/kept.ts'
import { mailOutbox } from '../platform/mail/outbox.ts'
import { mailSender } from '../platform/mail/sender.ts'
import type { KeyFor } from '../platform/purpose-keys.ts'
import { undeliveredMails } from '../platform/mail/undelivered.ts'
import { type CurrentServer, storedServerMail } from '../platform/mail/stored-server.ts'
import { currentSecret } from '../platform/small-file.ts'
import { mailTransport } from '../platform/mail/transport.ts'

const codeIn = (text: string) => /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0]

const product = 'Atrium'

// A code mail holds one number of six digits, and a mail goes out whether its sender's name can be read or not (docs/architecture.md#the-apps).
const signed = (transport: MailTransport, siteTitle: () => Promise<string>): MailTransport => ({
  send: async (mail, messageId, way) => {
    const title = await siteTitle().catch(() => '')
    const site = title === '' || /\d{6}/.test(title) ? product : title
    return transport.send({ ...mail, text: `${mail.text}\n\n${site}` }, messageId, way)
  },
})

type Reading = {
  siteTitle: () => Promise<string>
  storedServer: () => Promise<CurrentServer | null>
  openSecret: (id: string) => Promise<string | null>
}

/**
 * Mail as the other rooms see it: queued on their transaction, sent by `startSender`'s loop, signed with the title of the
 * site, by SMTP_URL or by the server of the configuration, each as far as it may. Without SMTP mails become files, and in a demo their codes are shown on the console, outside the logger (docs/architecture.md#the-apps).
 */
export const openMail = (
  config: Config,
  pool: Pool,
  logger: Logger,
  { keyFor, siteTitle, storedServer, openSecret }: Reading & { keyFor: KeyFor },
) => {
  const outbox = mailOutbox(keyFor('mail outbox'))
  const folder = join(config.dataDir, 'mail')
  const { hostname } = new URL(config.publicUrl)
  const fallback = mailTransport({
    smtpUrl: config.smtpUrl === null ? null : currentSecret(config.smtpUrlFile, config.smtpUrl),
    folder,
    from: {
      name: config.mailFrom?.name ?? product,
      address:
        config.mailFrom?.address ??
        `no-reply@${hostname.includes('.') && !/^[\d.]+$/.test(hostname) ? hostname : 'atrium.example'}`,
    },
    onFile: ({ to, text }) => {
      const code = codeIn(text)
      // Whoever keeps what is printed cannot take an address out of it when somebody is erased.
      if (config.demo && code) process.stdout.write(`Code for ${maskAddress(to)}: ${code}\n`)
    },
  })
  const stored = storedServerMail({
    pool,
    key: keyFor('tested mail server'),
    allowed: config.mailHostsAllowed,
    current: storedServer,
    openSecret,
    fallback,
    hasOwnServer: config.smtpUrl !== null,
    name: product,
    logger,
  })
  const sender = mailSender({
    pool,
    outbox,
    transport: signed(stored.transport, siteTitle),
    log: logger,
    host: hostname,
    pace: config.mailRetryFactor,
  })

  /** Queues a mail in the language that its reader keeps, or else asked in. */
  const queueComposed = async (client: Queryable, mail: ComposedMail): Promise<void> => {
    const { kind, to, person, asked, dedupeKey, via, cause, unsubscribe, compose, expiresInSeconds: seconds } = mail
    const language = (person && (await keptLanguage(client, person))) ?? asked ?? 'en'
    const translation = { language, texts: await loadedCatalogue(language) }
    const words = compose((message) =>
      inLanguage(typeof message === 'string' ? { id: message, values: {} } : message, translation),
    )
    const expiresAt = seconds === undefined ? {} : { expiresAt: new Date(Date.now() + seconds * 1_000) }
    await outbox.enqueueMail(client, {
      kind,
      to,
      ...words,
      lang: language,
      person: person && personKey(person),
      via,
      cause,
      unsubscribe,
      ...expiresAt,
      ...(dedupeKey === undefined ? {} : { dedupeKey }),
    })
  }

  const queue = async (client: Queryable, { subject, text, ...mail }: SignInMail): Promise<void> =>
    queueComposed(client, { ...mail, compose: (say) => ({ subject: say(subject), text: say(text) }) })

  const startSender = () => {
    const stop = new AbortController()
    const running = sender.run(stop.signal)
    return async () => {
      stop.abort()
      await running
    }
  }

  return {
    queue,
    queueComposed,
    startSender,
    storedServer: stored,
    undelivered: undeliveredMails(pool, outbox),
    kept: () => keptMails(pool, outbox, folder),
  }
}
