import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { migrate } from '../../../platform/database/migrations.ts'
import { inTransaction } from '../../../platform/database/pool.ts'
import { silentLog } from '../../../platform/logger.ts'
import { MailFailure } from '../../../platform/mail/failure.ts'
import type { Mail } from '../../../platform/mail/message.ts'
import { mailMigrations, mailOutbox, type QueuedMail } from '../../../platform/mail/outbox.ts'
import { claimMail, settleMail, tidyOutbox } from '../../../platform/mail/queue.ts'
import { mailSender } from '../../../platform/mail/sender.ts'
import { smtpTransport } from '../../../platform/mail/smtp.ts'
import type { MailTransport } from '../../../platform/mail/message.ts'
import { undeliveredMails } from '../../../platform/mail/undelivered.ts'
import { testDatabase, type TestDatabase } from '../../support/database.ts'
import { mailSink, scriptedServer } from './sink.ts'

const outbox = mailOutbox(randomBytes(32))
const from = { name: 'Atrium', address: 'atrium@example.org' }
const patient = { connection: 10_000, greeting: 10_000, socket: 10_000, all: 15_000 }
const code: QueuedMail = {
  kind: 'code',
  to: 'a@example.org',
  subject: 'Code',
  text: 'canary 123456',
  expiresAt: new Date(Date.now() + 600_000),
}
const notice: QueuedMail = { kind: 'notice', to: 'b@example.org', subject: 'Notice', text: 'canary notice' }

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.pool, mailMigrations)
})
afterAll(() => database.drop())
beforeEach(() => database.pool.query('delete from mail.outbox'))

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
const opened = async <T extends { close(): unknown }>(opening: Promise<T>): Promise<T> => {
  const server = await opening
  closing.push(() => server.close())
  return server
}

const queue = (mail: QueuedMail) => inTransaction(database.pool, (client) => outbox.enqueueMail(client, mail))
const senderOf = (transport: MailTransport) =>
  mailSender({ pool: database.pool, outbox, transport, log: silentLog, host: 'example.org' })
const rows = async () => (await database.pool.query('select * from mail.outbox order by created_at')).rows
const makeDue = () => database.pool.query(`update mail.outbox set not_before = clock_timestamp() - interval '1 second'`)
const until = async (isTrue: () => boolean | Promise<boolean>) => {
  while (!(await isTrue())) await pause(5)
}

/** Counts what is handed over; fails with `outcomes` first, one per try. */
const countingTransport = (...outcomes: MailFailure['outcome'][]) => {
  const sent: { mail: Mail; messageId: string }[] = []
  let tries = 0
  const send = async (mail: Mail, messageId: string) => {
    const outcome = outcomes[tries]
    tries += 1
    if (outcome) throw new MailFailure(outcome, 'as told')
    sent.push({ mail, messageId })
    return '250 taken'
  }
  return { sent, send, tries: () => tries }
}

describe('sending again', () => {
  it('leaves alone what was settled, taken up or grew too old since it was listed', async () => {
    const undelivered = undeliveredMails(database.pool, outbox)
    for (const to of ['sent', 'sending', 'old', 'failed'].map((name) => `${name}@example.org`))
      await queue({ ...notice, to })
    const refused = countingTransport('refused', 'refused', 'refused', 'refused')
    await senderOf(refused).sendDue()
    const listed = await undelivered.resendable(null)
    expect(listed).toHaveLength(4)
    const [sent = '', sending = '', old = '', failed = ''] = listed
    const set = (id: string, change: string) =>
      database.pool.query(`update mail.outbox set ${change} where id = $1`, [id])
    await set(sent, `state = 'sent', sealed = null`)
    await set(sending, `state = 'sending', claimed_at = clock_timestamp()`)
    await set(old, 'expires_at = clock_timestamp()')
    expect(await undelivered.resend(listed)).toBe(1)
    const states = new Map((await rows()).map(({ id, state }) => [id, state]))
    expect([sent, sending, old, failed].map((id) => states.get(id))).toEqual(['sent', 'sending', 'failed', 'queued'])
  })
})

describe('queueing', () => {
  it('belongs to the transaction: a rollback takes the mail back', async () => {
    const failed = inTransaction(database.pool, async (client) => {
      await outbox.enqueueMail(client, notice)
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await rows()).toEqual([])
  })

  it('happens once per key', async () => {
    expect(await queue({ ...notice, dedupeKey: 'event-1' })).toBe(true)
    expect(await queue({ ...notice, dedupeKey: 'event-1' })).toBe(false)
    expect(await rows()).toHaveLength(1)
  })

  it('keeps neither recipient nor text readable in the table', async () => {
    await queue(notice)
    const [row] = await rows()
    expect(JSON.stringify(row)).not.toMatch(/canary|b@example|Notice/)
    expect(() => mailOutbox(randomBytes(32)).openMail(row.id, row.sealed)).toThrow()
    expect(() => outbox.openMail(randomUUID(), row.sealed)).toThrow()
    expect(outbox.openMail(row.id, row.sealed)).toEqual({ to: notice.to, subject: notice.subject, text: notice.text })
  })
})

describe('sending', () => {
  it('hands each mail over once and forgets its text', async () => {
    const sink = await opened(mailSink())
    await queue(notice)
    await queue(code)
    expect(await senderOf(smtpTransport(sink.url, from)).sendDue()).toBe(2)
    expect(await senderOf(smtpTransport(sink.url, from)).sendDue()).toBe(0)
    expect(sink.received.map(({ to }) => to)).toEqual([['a@example.org'], ['b@example.org']])
    expect((await rows()).map(({ state, sealed, settled_at }) => [state, sealed, settled_at !== null])).toEqual([
      ['sent', null, true],
      ['sent', null, true],
    ])
  })

  it('gives a mail the same Message-ID at every try', async () => {
    const transport = countingTransport('unknown')
    await queue(notice)
    const sender = senderOf(transport)
    await sender.sendDue()
    const before = (await rows())[0].message_id
    await makeDue()
    await sender.sendDue()
    expect(transport.sent[0]?.messageId).toBe(before)
    expect(before).toBe(`<${(await rows())[0].id}@example.org>`)
  })

  it('shares the work: many senders, each mail once', async () => {
    const transport = countingTransport()
    for (let turn = 0; turn < 40; turn += 1) await queue({ ...notice, subject: String(turn) })
    await Promise.all([1, 2, 3, 4].map(() => senderOf(transport).sendDue()))
    expect(new Set(transport.sent.map(({ mail }) => mail.subject)).size).toBe(40)
    expect(transport.sent).toHaveLength(40)
  })

  it.each([
    ['was queued', "created_at = created_at + interval '1 hour', not_before = not_before + interval '1 hour'"],
    ['was put off', "attempts = 1, not_before = not_before + interval '1 hour'"],
    ['was being sent by a process that ended', "state = 'sending', claimed_at = clock_timestamp() + interval '1 hour'"],
  ])('does not wait for a clock that was ahead when the mail %s', async (_what, then) => {
    const transport = countingTransport()
    await queue(notice)
    await database.pool.query(`update mail.outbox set ${then}`)
    const sender = senderOf(transport)
    await sender.sendDue()
    // A claim is given up after its time, which counts from now on.
    await database.pool.query("update mail.outbox set claimed_at = claimed_at - interval '181 seconds'")
    await sender.sendDue()
    expect(transport.sent).toHaveLength(1)
  })

  it('waits until the mail may go', async () => {
    const transport = countingTransport()
    await queue({ ...notice, notBefore: new Date(Date.now() + 60_000) })
    expect(await senderOf(transport).sendDue()).toBe(0)
  })
})

describe('a mail that was not taken', () => {
  it.each([
    ['later', notice],
    ['unknown', notice],
    ['later', code],
  ] as const)('with outcome %s is tried again, later each time', async (outcome, mail) => {
    const transport = countingTransport(outcome, outcome)
    await queue(mail)
    const sender = senderOf(transport)
    const waits: number[] = []
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await sender.sendDue()).toBe(1)
      expect(await sender.sendDue()).toBe(0)
      const { rows: found } = await database.pool.query(
        'select extract(epoch from not_before - clock_timestamp())::float as wait from mail.outbox',
      )
      waits.push(found[0].wait)
      await makeDue()
    }
    expect(waits[0]).toBeGreaterThan(1)
    expect(waits[1]).toBeGreaterThan((waits[0] ?? 0) * 1.5)
    await sender.sendDue()
    expect([transport.sent.length, (await rows())[0].state]).toEqual([1, 'sent'])
  })

  it('for good is not tried again', async () => {
    const transport = countingTransport('refused')
    await queue(notice)
    const sender = senderOf(transport)
    await sender.sendDue()
    await makeDue()
    await sender.sendDue()
    expect([transport.tries(), (await rows())[0].state]).toEqual([1, 'failed'])
  })

  it('is a code whose fate is unknown: it is never sent twice', async () => {
    const server = await opened(scriptedServer(['220 hi', '250 hello', '250 ok', '250 ok', '354 go'], 'break'))
    await queue(code)
    const sender = senderOf(smtpTransport(server.url, from, patient))
    await sender.sendDue()
    await makeDue()
    await sender.sendDue()
    expect(server.heard.filter((said) => said.startsWith('EHLO'))).toHaveLength(1)
    expect((await rows())[0]).toMatchObject({ state: 'failed', sealed: null, attempts: 1 })
  })

  it('and is past its time is dropped, with its text', async () => {
    const transport = countingTransport()
    await queue({ ...code, expiresAt: new Date(Date.now() - 1) })
    expect(await senderOf(transport).sendDue()).toBe(0)
    expect((await rows())[0]).toMatchObject({ state: 'expired', sealed: null })
  })
})

describe('a process that died while sending', () => {
  const abandon = () =>
    database.pool.query(
      `update mail.outbox set state = 'sending', attempts = 1, claimed_at = clock_timestamp() - interval '4 minutes'`,
    )

  it('leaves an ordinary mail to the next', async () => {
    const transport = countingTransport()
    await queue(notice)
    await abandon()
    expect(await senderOf(transport).sendDue()).toBe(1)
  })

  it('leaves a code unsent, because it may have been', async () => {
    const transport = countingTransport()
    await queue(code)
    await abandon()
    expect(await senderOf(transport).sendDue()).toBe(0)
    expect((await rows())[0]).toMatchObject({ state: 'failed', sealed: null })
  })

  it('settles nothing late: by then the mail is with the next', async () => {
    await queue(notice)
    const late = await claimMail(database.pool, 'example.org')
    await database.pool.query(`update mail.outbox set claimed_at = clock_timestamp() - interval '181 seconds'`)
    await tidyOutbox(database.pool)
    const next = await claimMail(database.pool, 'example.org')
    if (!late || !next) expect.fail('nothing to send')
    for (const settled of [{ state: 'sent' }, { state: 'failed', failure: 'late' }] as const) {
      await settleMail(database.pool, late, settled)
      expect(await rows()).toMatchObject([{ state: 'sending', attempts: 2, sealed: expect.any(Object) }])
    }
    await settleMail(database.pool, next, { state: 'sent' })
    await settleMail(database.pool, next, { state: 'queued', failure: 'twice', seconds: 0 })
    expect(await rows()).toMatchObject([{ state: 'sent', sealed: null }])
  })

  it('is not taken for dead while it may still be sending', async () => {
    const transport = countingTransport()
    await queue(notice)
    await database.pool.query(
      `update mail.outbox set state = 'sending', attempts = 1, claimed_at = clock_timestamp() - interval '2 minutes'`,
    )
    expect(await senderOf(transport).sendDue()).toBe(0)
  })
})

describe('running', () => {
  it('sends what comes, survives an SMTP server that is away, and stops at the signal', async () => {
    const stop = new AbortController()
    const away = await mailSink()
    await away.close()
    let url = away.url
    const transport: MailTransport = { send: (mail, id) => smtpTransport(url, from, patient).send(mail, id) }
    const running = senderOf(transport).run(stop.signal)
    await queue(code)
    await until(async () => (await rows())[0].attempts === 1)
    const sink = await opened(mailSink())
    url = sink.url
    await queue(notice)
    await until(async () => (await rows()).every(({ state }) => state === 'sent'))
    stop.abort()
    await running
    expect(sink.received.flatMap(({ to }) => to).sort()).toEqual(['a@example.org', 'b@example.org'])
  })

  it('is woken by each mail that is queued, before it would look by itself', async () => {
    const stop = new AbortController()
    const transport = countingTransport()
    const running = senderOf(transport).run(stop.signal)
    const waits: number[] = []
    for (let turn = 1; turn <= 7; turn += 1) {
      const began = performance.now()
      await queue(notice)
      await until(() => transport.sent.length === turn)
      waits.push(performance.now() - began)
    }
    stop.abort()
    await running
    expect(waits.toSorted((one, other) => one - other)[3]).toBeLessThan(500)
  })

  it('sends a code while other mails hang', async () => {
    const stop = new AbortController()
    const sent: string[] = []
    const release = new AbortController()
    const transport: MailTransport = {
      send: async (mail) => {
        if (mail.subject === 'Notice') await pause(60_000, undefined, { signal: release.signal }).catch(() => undefined)
        sent.push(mail.subject)
        return '250 taken'
      },
    }
    for (let turn = 0; turn < 4; turn += 1) await queue(notice)
    const running = senderOf(transport).run(stop.signal)
    await until(async () => (await rows()).every(({ state }) => state === 'sending'))
    await queue(code)
    await until(() => sent.includes('Code'))
    stop.abort()
    release.abort()
    await running
    expect(sent.filter((subject) => subject === 'Notice')).toHaveLength(4)
  })
})
