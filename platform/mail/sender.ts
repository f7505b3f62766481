import type { MailTransport } from './message.ts'
import type { Pool } from 'pg'
import { type ChangeSignal, changeSignal } from '../signal.ts'
import { listenTo } from '../database/listener.ts'
import type { Logger } from '../logger.ts'
import { observed } from '../observed.ts'
import { MailFailure } from './failure.ts'
import { type MailOutbox, queuedChannel } from './outbox.ts'
import { type Claimed, claimMail, isMailDue, pauses, settleMail, tidyOutbox } from './queue.ts'

export type SenderDependencies = {
  pool: Pool
  outbox: MailOutbox
  transport: MailTransport
  log: Logger
  host: string
  /** Multiplies every wait of the outbox (MAIL_RETRY_FACTOR). */
  pace?: number
}

export type MailSender = {
  /** Sends until the signal; answers when the mails under way are settled. Any number of processes may run it. */
  run(signal: AbortSignal): Promise<void>
  sendDue(): Promise<number>
}

const lanes = 4
// Every mail is announced when it is queued; this finds what is due again after a failure, and what was not heard.
const pollMilliseconds = 7_500
const longMilliseconds = 600_000
const tidyMilliseconds = 60_000
const lastAttempt = 20

/** Sends the mails of the outbox. Each goes out at least once; twice only if the process dies while it is under way. */
export const mailSender = (dependencies: SenderDependencies): MailSender => {
  const { pool, log, host, pace = 1 } = dependencies
  const sendNext = async (onlyCodes = false): Promise<boolean> => {
    const mail = await claimMail(pool, host, onlyCodes)
    if (mail) await send(dependencies, mail)
    return mail !== null
  }
  return {
    async run(signal) {
      const [queued, silent] = [changeSignal(), changeSignal()]
      const listener = listenTo(pool, queuedChannel, queued, (message, error) => log.warn({ err: error }, message))
      listener.start()
      const repeat = (changed: ChangeSignal, rest: number, step: () => Promise<boolean>) =>
        repeatUntil(signal, changed, rest, step, log)
      const running = Array.from({ length: lanes }, () => repeat(queued, longMilliseconds, () => sendNext()))
      // However many mails hang at a slow server, somebody is free for the next code.
      const codes = repeat(queued, longMilliseconds, () => sendNext(true))
      const looking = repeat(silent, pollMilliseconds * pace, async () => {
        if (await isMailDue(pool)) queued.raise()
        return false
      })
      const tidying = repeat(silent, tidyMilliseconds * pace, () => tidyOutbox(pool, pace).then(() => false))
      await Promise.all([...running, codes, looking, tidying])
      await listener.close()
    },
    async sendDue() {
      await tidyOutbox(pool, pace)
      let tried = 0
      while (await sendNext()) tried += 1
      return tried
    },
  }
}

const send = async ({ pool, outbox, transport, log, pace = 1 }: SenderDependencies, mail: Claimed): Promise<void> => {
  try {
    const { kind } = mail
    const { via, cause = null } = outbox.aboutOf(mail.id, mail.sealed)
    const way = { kind, via }
    await observed.mail.around({ kind, cause }, () =>
      transport.send(outbox.openMail(mail.id, mail.sealed), mail.messageId, way),
    )
  } catch (error) {
    const failure = error instanceof MailFailure ? error.message : 'the mail could not be built'
    const isTriedAgain = canTryAgain(mail, error)
    const details = { mail: mail.id, kind: mail.kind, attempts: mail.attempts, failure }
    log.warn(details, isTriedAgain ? 'a mail was not sent and will be tried again' : 'a mail was not sent')
    const seconds = delayOf(mail) * pace
    await settleMail(pool, mail, isTriedAgain ? { state: 'queued', failure, seconds } : { state: 'failed', failure })
    return
  }
  await settleMail(pool, mail, { state: 'sent' })
}

const repeatUntil = async (
  signal: AbortSignal,
  changed: ChangeSignal,
  rest: number,
  step: () => Promise<boolean>,
  log: Logger,
): Promise<void> => {
  while (!signal.aborted) {
    const ticket = changed.ticket()
    const didSomething = await step().catch((error: unknown) => {
      if (!signal.aborted) log.warn({ err: error }, 'the outbox cannot be read')
      return false
    })
    if (!didSomething) await changed.wait(ticket, rest, signal)
  }
}

const canTryAgain = (mail: Claimed, error: unknown): boolean => {
  if (!(error instanceof MailFailure) || error.outcome === 'refused') return false
  // A second code mail would be one that the person did not ask for.
  if (mail.kind === 'code' && error.outcome === 'unknown') return false
  return mail.attempts < lastAttempt && mail.expiresAt.getTime() > Date.now()
}

const delayOf = ({ kind, attempts }: Claimed): number => {
  const { first, most } = kind === 'code' ? pauses.code : pauses.other
  return Math.min(most, first * 2 ** Math.min(attempts, 20))
}
