import type { FastifyReply, FastifyRequest } from 'fastify'

/** In bytes: more than anybody sends by mistake. Before signing in, all that is taken has a few kB. */
export const usualRest = { person: 16_000_000, stranger: 1_000_000 }

// Time enough to see the answer.
const patience = 30_000

/** For onSend: forgets the rest of an unread body so that the client sees the answer, and closes after `most` bytes. */
export const forgetRest = async (
  { raw, headers }: FastifyRequest,
  { raw: answer }: FastifyReply,
  most: number,
): Promise<void> => {
  if (raw.complete || raw.destroyed) return
  const hangUp = () => raw.destroy()
  const rest = new Promise<void>((resolve) => {
    let forgotten = 0
    const endIt = () => {
      resolve()
      if (answer.writableFinished) hangUp()
      else answer.once('finish', hangUp)
    }
    const timer = setTimeout(endIt, patience)
    const leave = () => {
      clearTimeout(timer)
      raw.socket.off('close', leave)
      resolve()
    }
    raw.unpipe()
    raw.on('data', (chunk: Buffer) => {
      forgotten += chunk.length
      if (forgotten > most) endIt()
    })
    raw.once('end', leave)
    raw.once('close', leave)
    // Once it is answered, Node no longer tells a request that its connection has ended.
    raw.socket.once('close', leave)
    raw.resume()
  })
  // Who wants the connection closed after the answer would find it closed while still sending.
  if (headers.connection === 'close' && !(Number(headers['content-length']) > most)) await rest
}
