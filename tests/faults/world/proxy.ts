import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { portOf } from '../../platform/mail/sink.ts'

/** What lies between a server and what it asks: passes everything on until it is told otherwise. */
export type Proxy = {
  port: number
  /** How many connections were reset, and how many answers were lost. */
  readonly did: { resets: number; lost: number }
  /** Holds back everything that comes by so many milliseconds. */
  delay(milliseconds: number): void
  /** Passes nothing on in either direction, and breaks nothing off. */
  freeze(): void
  /** Breaks off all connections, and each later one after so many bytes more, where a number is given. */
  reset(afterBytes?: number): void
  /** Breaks off the next connection over which all of this is asked at once, when the answer to it has come and before it is passed on. */
  loseAnswerTo(asked: readonly string[], meanwhile?: () => void): void
  heal(): void
  close(): Promise<void>
}

type Trouble = {
  delay: number
  isFrozen: boolean
  bytesLeft: number
  lost: { asked: readonly string[]; meanwhile: () => void } | null
}

const none = (): Trouble => ({ delay: 0, isFrozen: false, bytesLeft: Number.POSITIVE_INFINITY, lost: null })

/** A TCP proxy before a port of this machine. */
export const openProxy = async (target: () => number): Promise<Proxy> => {
  const sockets = new Set<Socket>()
  const did = { resets: 0, lost: 0 }
  let trouble = none()
  const drop = (...both: readonly Socket[]) => {
    for (const socket of both) socket.resetAndDestroy()
  }
  const passedOn = (from: Socket, to: Socket, look: (chunk: Buffer) => boolean) => {
    let last: Promise<unknown> = Promise.resolve()
    from.on('data', (chunk: Buffer) => {
      trouble.bytesLeft -= chunk.length
      if (trouble.bytesLeft < 0) {
        did.resets += 1
        trouble.bytesLeft = Number.POSITIVE_INFINITY
        return drop(from, to)
      }
      if (!look(chunk)) return drop(from, to)
      const { delay } = trouble
      last = last.then(() => (delay > 0 ? wait(delay) : undefined)).then(() => !to.destroyed && to.write(chunk))
    })
    from.on('end', () => void last.then(() => to.end()))
  }
  const server = createServer((client) => {
    const asked = connect(target(), '127.0.0.1')
    for (const socket of [client, asked]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      // Whoever gave up has told its own side.
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        asked.destroy()
      })
    }
    let losing: (() => void) | null = null
    passedOn(client, asked, (chunk) => {
      const { lost } = trouble
      if (lost?.asked.every((text) => chunk.includes(text))) {
        losing = lost.meanwhile
        trouble.lost = null
      }
      return true
    })
    passedOn(asked, client, () => {
      if (!losing) return true
      did.lost += 1
      losing()
      return false
    })
    if (trouble.isFrozen) for (const socket of [client, asked]) socket.pause()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: portOf(server),
    did,
    delay: (milliseconds) => {
      trouble.delay = milliseconds
    },
    freeze: () => {
      trouble.isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    reset: (afterBytes) => {
      did.resets += sockets.size / 2
      for (const socket of sockets) socket.resetAndDestroy()
      trouble.bytesLeft = afterBytes ?? Number.POSITIVE_INFINITY
    },
    loseAnswerTo: (asked, meanwhile = () => {}) => {
      trouble.lost = { asked, meanwhile }
    },
    heal: () => {
      trouble = none()
      for (const socket of sockets) socket.resume()
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
