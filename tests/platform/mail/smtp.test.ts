import { createServer } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { smtpTransport } from '../../../platform/mail/smtp.ts'
import { mailTransport } from '../../../platform/mail/transport.ts'
import { mailSink, portOf, scriptedServer } from './sink.ts'

const from = { name: 'Atrium, "the" <house>', address: 'atrium@example.org' }
const mail = { to: 'someone@example.org', subject: 'Grüße', text: 'See https://example.org/x' }
const patient = { connection: 10_000, greeting: 10_000, socket: 10_000, all: 15_000 }
// For servers that hang: at the greeting, and after it.
const short = { ...patient, greeting: 300 }
const hanging = { ...patient, socket: 800 }

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
const opened = async <T extends { close(): unknown }>(opening: Promise<T>): Promise<T> => {
  const server = await opening
  closing.push(() => server.close())
  return server
}
const failure = (url: string, timeouts = patient) =>
  smtpTransport(url, from, timeouts)
    .send(mail, '<1@example.org>')
    .then(
      () => 'sent',
      (error: unknown) => error,
    )

describe('by SMTP', () => {
  it('a mail reaches its one recipient with words, HTML and Message-ID', async () => {
    const sink = await opened(mailSink())
    await mailTransport({ smtpUrl: () => sink.url, folder: '/nowhere', from }).send(mail, '<1@example.org>')
    expect(sink.received).toHaveLength(1)
    expect(sink.received[0]).toMatchObject({
      from: 'atrium@example.org',
      to: ['someone@example.org'],
      messageId: '<1@example.org>',
    })
    const source = sink.received[0]?.source.replaceAll('=\r\n', '').replaceAll('=3D', '=')
    expect(source).toContain('Content-Type: text/html; charset=utf-8')
    expect(source).toContain('<a href="https://example.org/x">')
  })

  it.each([
    ['a@example.org, b@evil.test'],
    ['"a@evil.test x"@example.org'],
    ['a@example.org>\r\nRCPT TO:<b@evil.test'],
    ['group: b@evil.test;'],
  ])('an address never becomes another recipient: %j', async (to) => {
    const sink = await opened(mailSink())
    await smtpTransport(sink.url, from, patient)
      .send({ ...mail, to }, '<1@x>')
      .catch(() => undefined)
    expect(sink.received.flatMap((received) => received.to).filter((address) => address.endsWith('evil.test'))).toEqual(
      [],
    )
    expect(sink.received.flatMap((received) => received.to).length).toBeLessThanOrEqual(1)
  })

  it('a subject never becomes another header', async () => {
    const sink = await opened(mailSink())
    await smtpTransport(sink.url, from).send({ ...mail, subject: 'x\r\nBcc: b@evil.test\r\n\r\nbody' }, '<1@x>')
    expect(sink.received[0]?.to).toEqual(['someone@example.org'])
    expect(sink.received[0]?.source).not.toMatch(/^bcc:/im)
  })

  it('a text never reads a file', async () => {
    const sink = await opened(mailSink())
    await smtpTransport(sink.url, from).send({ ...mail, text: '{"path":"/etc/passwd"}' }, '<1@x>')
    expect(sink.received[0]?.source).not.toContain('root:')
  })
})

describe('a failure', () => {
  it('of a server that is not there lets the mail be tried again', async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', () => resolve()))
    const port = portOf(closed)
    await new Promise((resolve) => closed.close(resolve))
    expect(await failure(`smtp://127.0.0.1:${port}`)).toMatchObject({ name: 'MailFailure', outcome: 'later' })
  })

  it.each([
    ['that does not greet', [''], 'hang', 'later'],
    ['that hangs at the sender', ['220 hi', '250 hello', ''], 'hang', 'later'],
    ['that breaks at the recipient', ['220 hi', '250 hello', '250 ok'], 'break', 'later'],
    ['that is busy', ['220 hi', '250 hello', '451 later'], 'hang', 'later'],
    ['that refuses the sender', ['220 hi', '250 hello', '550 not you'], 'hang', 'later'],
    ['that refuses the recipient', ['220 hi', '250 hello', '250 ok', '550 no such person'], 'hang', 'refused'],
    ['that puts the recipient off', ['220 hi', '250 hello', '250 ok', '450 greylisted'], 'hang', 'later'],
    ['that refuses the text', ['220 hi', '250 hello', '250 ok', '250 ok', '354 go', '554 spam'], 'hang', 'refused'],
    ['that puts the text off', ['220 hi', '250 hello', '250 ok', '250 ok', '354 go', '452 full'], 'hang', 'later'],
    ['that hangs after the text', ['220 hi', '250 hello', '250 ok', '250 ok', '354 go', ''], 'hang', 'unknown'],
    ['that breaks after the text', ['220 hi', '250 hello', '250 ok', '250 ok', '354 go'], 'break', 'unknown'],
  ] as const)('of a server %s', async (_, lines, atEnd, outcome) => {
    const server = await opened(scriptedServer(lines, atEnd))
    const timeouts = lines[0] === '' ? short : hanging
    expect(await failure(server.url, timeouts)).toMatchObject({ name: 'MailFailure', outcome })
  })

  it('of a server that drips for ever comes within the time for all', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      const drip = setInterval(() => socket.write('220-hi\r\n'), 50)
      socket.on('close', () => clearInterval(drip))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
    closing.push(() => server.close())
    const start = performance.now()
    expect(
      await failure(`smtp://127.0.0.1:${portOf(server)}`, {
        connection: 60_000,
        greeting: 60_000,
        socket: 60_000,
        all: 600,
      }),
    ).toMatchObject({
      outcome: 'later',
    })
    expect(performance.now() - start).toBeLessThan(10_000)
  })

  it('comes before anything is said to a server whose certificate nobody has signed', async () => {
    const heard: string[] = []
    const server = new SMTPServer({
      secure: true,
      logger: false,
      onMailFrom: (address, _session, done) => {
        heard.push(address.address)
        done()
      },
      onAuth: ({ password }, _session, done) => {
        heard.push(password ?? '')
        done(null, { user: 'somebody' })
      },
    })
    server.on('error', () => {})
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
    closing.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
    const port = portOf(server.server)
    const error = await failure(`smtps://user:secret@127.0.0.1:${port}`)
    expect(error).toMatchObject({ name: 'MailFailure', outcome: 'later' })
    expect(heard).toEqual([])
  })

  it('never tells an address, a text or a password', async () => {
    const server = await opened(
      scriptedServer(['220 hi', '250 hello', '250 ok', '550 no someone@example.org here'], 'hang'),
    )
    const error = await failure(server.url)
    expect(error instanceof Error ? error.message : '').toBe('EENVELOPE at RCPT TO, answer 550')
  })

  it.runIf(process.platform === 'linux')(
    'comes before a password goes out without TLS (Linux: it has more than one loopback address)',
    async () => {
      const server = await opened(
        scriptedServer(['220 hi', '250-hello\r\n250 AUTH PLAIN', '235 in'], 'hang', '127.0.0.2'),
      )
      expect(await failure(server.url.replace('smtp://', 'smtp://user:secret@'), hanging)).toMatchObject({
        outcome: 'later',
      })
      expect(server.heard.join('')).toMatch(/EHLO/)
      expect(server.heard.join('')).not.toMatch(/AUTH/)
    },
  )

  it('of an address that cannot be read names the variable, not its value', () => {
    expect(() => smtpTransport('smtp://user:%zz-secret@host', from)).toThrow(
      'SMTP_URL must have its user and password percent-encoded.',
    )
    expect(() => smtpTransport('smtp://', from)).toThrow(/^SMTP_URL must be an address/)
  })
})
