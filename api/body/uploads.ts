import type { FastifyInstance } from 'fastify'
import type { UploadRoom, Uploads } from '../../platform/files/uploads.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Where the files of a form lie; null for any other body. */
    uploads: Uploads | null
  }
}

/** Gives each form a place for its files, and removes it before the answer goes out, whatever the answer is. */
export const addUploads = (app: FastifyInstance, room: UploadRoom): void => {
  app.decorateRequest('uploads', null)
  app.addHook('preHandler', async (request, reply) => {
    if (!request.isMultipart()) return
    const gone = new AbortController()
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) gone.abort()
    })
    request.uploads = room.open(gone.signal)
  })
  app.addHook('onSend', async (request) => request.uploads?.discard())
}
