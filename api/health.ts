import type { FastifyInstance } from 'fastify'

/**
 * /health/live touches nothing; /health/ready is 200 when the read models lag less than two seconds. Its answer is kept for a
 * second, so that asking often costs nothing (reference/reliability OV-4).
 */
export const addHealth = (app: FastifyInstance, isReady: () => Promise<boolean>): void => {
  let last = { at: 0, ready: Promise.resolve(false) }
  // Whoever decides by them whether to restart this process must not be told that it is busy.
  const config = { pressureHandler: () => undefined }
  app.get('/health/live', { config }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'live' }),
  )
  app.get('/health/ready', { config }, async (_request, reply) => {
    if (Date.now() - last.at > 1_000) last = { at: Date.now(), ready: isReady().catch(() => false) }
    const ready = await last.ready
    return reply
      .status(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'not ready' })
  })
}
