import type { FastifyReply, FastifyRequest } from 'fastify'

// In bytes: more than any body that could have been taken by mistake.
const patience = 16_000_000

/**
 * For the hook onSend: what still comes of a body that nobody reads is forgotten, so that the client can see the answer, and
 * the connection is closed when it does not end. Node by itself goes on reading for as long as it comes.
 */
export const forgetRest = async ({ raw, headers }: FastifyRequest, { raw: answer }: FastifyReply): Promise<void> => {
  if (raw.complete || raw.destroyed) return
  const hangUp = () => raw.destroy()
  const rest = new Promise<void>((resolve) => {
    let forgotten = 0
    raw.unpipe()
    raw.on('data', (chunk: Buffer) => {
      forgotten += chunk.length
      if (forgotten <= patience) return
      resolve()
      if (answer.writableFinished) hangUp()
      else answer.once('finish', hangUp)
    })
    raw.once('end', resolve)
    raw.once('close', resolve)
    raw.resume()
  })
  // Who wants the connection closed after the answer would find it closed while still sending.
  if (headers.connection === 'close' && !(Number(headers['content-length']) > patience)) await rest
}
