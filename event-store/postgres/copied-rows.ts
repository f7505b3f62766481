import type { Duplex } from 'node:stream'

// A message: one byte that says what it is, its length without that byte, and its contents.
const head = 5
const copyData = 0x64
const none = Buffer.alloc(0)

/** Takes the bytes of a row, which lies from one place up to another; they are gone after. */
export type TakeRow = (bytes: Buffer, from: number, until: number) => void

/**
 * Takes the rows that a COPY sends from what the connection hears, before the client of PostgreSQL makes a message and a buffer of each (a
 * tenth of the time that checking an event takes); everything else goes on to the client, message by message. Answers what ends it.
 */
export const takeCopiedRows = (socket: Duplex, take: TakeRow): (() => void) => {
  // Node types them as functions of anything.
  const listeners = socket.listeners('data') as ((bytes: Buffer) => void)[]
  const passOn = (bytes: Buffer) => {
    for (const listener of listeners) listener.call(socket, bytes)
  }

  /** Hands over the messages that are whole, and answers where the first begins that is not. */
  const readMessages = (bytes: Buffer): number => {
    let at = 0
    while (at + head <= bytes.length) {
      const until = at + 1 + bytes.readUInt32BE(at + 1)
      if (until > bytes.length) break
      if (bytes[at] === copyData) take(bytes, at + head, until)
      else passOn(bytes.subarray(at, until))
      at = until
    }
    return at
  }

  let rest: Buffer = none
  /** Ends the message that was begun, with bytes of the next chunk; answers how many of these it took. */
  const endBegun = (chunk: Buffer): number => {
    const before = rest.length
    if (before < head) rest = Buffer.concat([rest, chunk.subarray(0, head - before)])
    const missing = rest.length < head ? 0 : 1 + rest.readUInt32BE(1) - rest.length
    const from = rest.length - before
    rest = Buffer.concat([rest, chunk.subarray(from, from + missing)])
    const taken = rest.length - before
    rest = rest.subarray(readMessages(rest))
    return taken
  }

  let isOver = false
  const hear = (chunk: Buffer) => {
    let at = 0
    while (rest.length > 0 && at < chunk.length) at += endBegun(chunk.subarray(at))
    if (at < chunk.length) rest = chunk.subarray(at + readMessages(chunk.subarray(at)))
    // What comes behind the answer is the client's, also when it is not whole yet.
    if (isOver && rest.length > 0) passOn(rest)
  }

  socket.removeAllListeners('data')
  socket.on('data', hear)
  return () => {
    isOver = true
    socket.off('data', hear)
    for (const listener of listeners) socket.on('data', listener)
  }
}
