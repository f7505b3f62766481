import { randomBytes } from 'node:crypto'
import { Pool } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MailTransport, NamedServer, Via } from '../../../platform/mail/message.ts'
import { type CurrentServer, storedServerMail } from '../../../platform/mail/stored-server.ts'
import { mailSink, type Sink } from './sink.ts'

let screen: Sink
let former: Sink
beforeAll(async () => {
  screen = await mailSink()
  former = await mailSink()
})
afterAll(async () => {
  await screen.close()
  await former.close()
})

const mail = { to: 'person@example.org', subject: 'Hello', text: 'A line.' }
const at = (sink: Sink): NamedServer => ({
  host: '127.0.0.1',
  port: sink.port,
  address: 'portal@example.org',
  password: null,
})

/** By which server a mail of a kind goes: that of the screen, one that was approved before, or the process's own. */
const wayOf = async (
  kind: string | null,
  standing: { tested?: boolean; approved?: boolean; own?: boolean; via?: Via },
) => {
  const sent: string[] = []
  const fallback: MailTransport = { send: async () => String(sent.push('own')) }
  const current: CurrentServer = { ...at(screen), password: '', tested: null, approved: null }
  const stored = storedServerMail({
    // Nothing here is asked of a database.
    pool: new Pool(),
    key: randomBytes(32),
    allowed: ['127.0.0.1'],
    current: async () => current,
    openSecret: async () => null,
    fallback,
    hasOwnServer: standing.own ?? false,
    name: 'Atrium',
    logger: pino({ level: 'silent' }),
  })
  const fingerprint = await stored.fingerprintOf(at(screen))
  if (standing.tested) current.tested = fingerprint
  if (standing.approved) current.approved = fingerprint
  const before = [screen.received.length, former.received.length] as const
  await stored.transport.send(mail, '<1@example.org>', kind === null ? undefined : { kind, via: standing.via })
  if (screen.received.length > before[0]) sent.push('screen')
  if (former.received.length > before[1]) sent.push('former')
  return sent.join()
}

it('sends news by tested settings, and all that signs in only by approved ones and where no SMTP_URL is set', async () => {
  for (const kind of ['code', 'notice', 'some new kind', null]) {
    expect(await wayOf(kind, { tested: true }), `${kind} tested`).toBe('own')
    expect(await wayOf(kind, { tested: true, approved: true, own: true }), `${kind} SMTP_URL`).toBe('own')
    expect(await wayOf(kind, { tested: true, approved: true }), `${kind} approved`).toBe('screen')
  }
  for (const kind of ['inbox', 'step']) {
    expect(await wayOf(kind, {}), `${kind} untested`).toBe('own')
    expect(await wayOf(kind, { tested: true }), `${kind} tested`).toBe('screen')
    expect(await wayOf(kind, { tested: true, own: true }), `${kind} SMTP_URL`).toBe('screen')
    // A later test of other settings, or one that failed, takes nothing from what was approved.
    expect(await wayOf(kind, { approved: true }), `${kind} approved`).toBe('screen')
  }
})

it('tells of another server by the one that was approved before, never where SMTP_URL is set', async () => {
  expect(await wayOf('notice', { tested: true, via: at(former) })).toBe('former')
  expect(await wayOf('notice', { tested: true, via: { ...at(former), port: 1 } }), 'when that is away').toBe('own')
  expect(await wayOf('notice', { tested: true, via: at(former), own: true })).toBe('own')
  expect(await wayOf('notice', { tested: true, approved: true, via: 'own' }), 'where none was before').toBe('own')
})
