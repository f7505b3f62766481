import { createServer, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type Received = { from: string; to: string[]; source: string; messageId: string }
export type Sink = { url: string; port: number; received: Received[]; close(): Promise<void> }

/** A real SMTP server without TLS that keeps what it gets, on any free port unless one is named. Where it does not answer, its client waits. */
export async function mailSink(
  options: SMTPServerOptions = {},
  { at = 0, answers = () => true }: { at?: number; answers?: (received: readonly Received[]) => boolean } = {},
): Promise<Sink> {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, { envelope }, done) => {
      const take = (source: string) => {
        const messageId = /^message-id: (.*)$/im.exec(source)?.[1] ?? ''
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), source, messageId })
        if (answers(received)) done()
      }
      // A mail that breaks off was never received.
      void text(stream).then(take, () => {})
    },
    ...options,
  })
  // A client that gives up breaks its connection; that is no failure of the sink.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', () => resolve()))
  const port = portOf(server.server)
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { url: `smtp://127.0.0.1:${port}`, port, received, close }
}

/** `heard` is what clients said, as it came. */
export type Scripted = { url: string; heard: string[]; close(): void }

/** A server that speaks `lines`, one per line it gets (the first at once), then does `atEnd`. Text after DATA counts as one. */
export async function scriptedServer(
  lines: readonly string[],
  atEnd: 'hang' | 'break',
  host = '127.0.0.1',
): Promise<Scripted> {
  const sockets = new Set<Socket>()
  const heard: string[] = []
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    let next = 0
    let isText = false
    let pending = ''
    const speak = () => {
      const line = lines[next]
      next += 1
      if (line === undefined) {
        if (atEnd === 'break') socket.destroy()
        return
      }
      isText = line.startsWith('354')
      if (line !== '') socket.write(`${line}\r\n`)
    }
    speak()
    socket.on('data', (data) => {
      heard.push(String(data))
      pending += String(data)
      for (;;) {
        const end = isText ? pending.indexOf('\r\n.\r\n') : pending.indexOf('\r\n')
        if (end < 0) return
        pending = pending.slice(end + (isText ? 5 : 2))
        speak()
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, host, () => resolve()))
  const close = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return { url: `smtp://${host}:${portOf(server)}`, heard, close }
}

export function portOf(server: Pick<Server, 'address'>): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a port')
  return address.port
}
