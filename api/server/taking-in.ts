import { spawn } from 'node:child_process'
import { createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

// Of each listening socket Node takes in one connection in a turn of its event loop (libuv since 1.45), and under load a turn takes long.
const most = 15

// A process gets a further copy of a socket of its own only by way of another one.
const copying = `process.on('message', (count, socket) => { for (let at = 0; at < count; at += 1) process.send(at, socket) })`

/** The listening socket of a server, which `send` of a child hands over as it is; the types of Node know of whole servers alone. */
const socketOf = (server: Server): Server => {
  if (!('_handle' in server)) throw new Error('the server does not listen')
  return server._handle as Server
}

/** Copies of a listening socket, each of which takes in connections for the same server, until it is closed. */
const copiesOf = (server: Server, backlog: number) => {
  const made: Server[] = []
  let isClosed = false
  // It gets none of our variables. Without it, or where it fails, the server takes in one connection in a turn.
  const child = spawn(process.execPath, ['-e', copying], { env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  child.on('error', () => child.kill())
  child.on('message', (_nth, socket) => {
    if (isClosed) return
    const copy = createServer({ allowHalfOpen: true, noDelay: true })
    copy.on('connection', (connection) => void server.emit('connection', connection))
    // As above: a socket that listens already. It does so anew, and how many connections may wait is what was said last, 511 where nothing is.
    made.push(copy.listen(socket as Server, backlog))
    if (made.length === most) child.kill()
  })
  child.send(most, socketOf(server), (error) => void (error && child.kill()))
  /** Takes in no more. Answers once the connections that were taken in have ended. */
  return async (): Promise<void> => {
    isClosed = true
    child.kill()
    await Promise.all(made.map((one) => new Promise((resolve) => one.close(resolve))))
  }
}

/**
 * Has a server that is to listen take in up to sixteen connections in each turn of the event loop: a crowd that comes at once, and a probe of health
 * in an overload, would else wait for as many turns as there are connections before them. `backlog` is what it listens with: how many
 * connections wait until they are taken in.
 */
export const takeInMore = (app: FastifyInstance, backlog: number): void => {
  let close: () => Promise<void> = async () => undefined
  let ended: Promise<void> = Promise.resolve()
  app.addHook('onListen', async () => {
    close = copiesOf(app.server, backlog)
  })
  app.addHook('preClose', async () => {
    ended = close()
  })
  // Their requests finish as all others do.
  app.addHook('onClose', () => ended)
}
