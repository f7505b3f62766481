import { once } from 'node:events'
import { connect } from 'node:net'

/** What came back: of an answer that is no whole one, why. */
export type Answered = { status: number; head: string; body: string } | { failed: string }

/** A connection that is kept, with one request at a time; of the client of Node a request takes several times as much of a processor. */
export type Wire = {
  send(request: string): Promise<Answered>
  opened: Promise<unknown>
  isOpen(): boolean
  close(): void
}

const endOfHead = '\r\n\r\n'

/** The answer in these bytes once all of it is there, else null. */
const wholeAnswer = (text: string): Answered | null => {
  const at = text.indexOf(endOfHead)
  if (at < 0) return null
  const [head, body] = [text.slice(0, at).toLowerCase(), text.slice(at + endOfHead.length)]
  const length = /\ncontent-length: (\d+)/.exec(head)?.[1]
  const isWhole = length === undefined ? body.endsWith('0\r\n\r\n') : body.length >= Number(length)
  return isWhole ? { status: Number(head.slice(9, 12)), head, body } : null
}

/** Connects to a port of this machine; a request may be sent at once. */
export const openWire = (port: number): Wire => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let [text, isOpen] = ['', true]
  let answer: ((answered: Answered) => void) | null = null
  const settle = (answered: Answered) => {
    text = ''
    answer?.(answered)
    answer = null
  }
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    text += chunk
    const answered = wholeAnswer(text)
    if (!answered) return
    if ('head' in answered && answered.head.includes('\nconnection: close')) isOpen = false
    settle(answered)
  })
  socket.on('error', ({ message }) => {
    isOpen = false
    settle({ failed: message })
  })
  socket.on('close', () => {
    isOpen = false
    settle({ failed: 'closed without an answer' })
  })
  return {
    // Also one that cannot be opened, which `send` says.
    opened: once(socket, 'connect').catch(() => undefined),
    send: (request) =>
      new Promise((resolve) => {
        answer = resolve
        socket.write(request, 'latin1')
      }),
    isOpen: () => isOpen,
    close: () => socket.destroy(),
  }
}
