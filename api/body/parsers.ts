import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Rejected } from '../../domain/rejected.ts'
import { BadUpload } from '../../platform/files/refused.ts'
import { type Counter, fieldCounter, jsonCounter, namesIn } from './counters.ts'
import { sizeFor } from './size.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of a JSON body or a plain form, as it came. */
    bodyHash: string
  }
}

const tooLarge = () => new BadUpload(413, 'That is more than this call takes.')
const brokenOff = () => new BadUpload(400, 'The request could not be read.')

/** The text of a body: hashed, counted and measured as it comes. @throws BadUpload or Rejected as soon as it is too much */
const readText = (request: FastifyRequest, payload: Readable, counter: Counter): Promise<string> =>
  new Promise((resolve, reject) => {
    const { text: limit } = sizeFor(request)
    const hash = createHash('sha256')
    const chunks: Buffer[] = []
    let size = 0
    const stop = () => {
      payload.off('data', take).off('end', finish).off('close', breakOff)
      request.arrival?.removeEventListener('abort', abort)
    }
    const refuse = (error: unknown) => {
      stop()
      reject(error)
    }
    const take = (chunk: Buffer) => {
      size += chunk.length
      if (size > limit) return refuse(tooLarge())
      try {
        counter(chunk)
      } catch (error) {
        return refuse(error)
      }
      hash.update(chunk)
      chunks.push(chunk)
    }
    const finish = () => {
      stop()
      request.bodyHash = hash.digest('hex')
      resolve(Buffer.concat(chunks, size).toString('utf8'))
    }
    const breakOff = () => refuse(brokenOff())
    const abort = () => refuse(request.arrival?.reason)
    if (Number(request.headers['content-length'] ?? 0) > limit) return reject(tooLarge())
    request.arrival?.addEventListener('abort', abort)
    payload.on('data', take).on('end', finish).on('close', breakOff).resume()
  })

/** Bodies beside multipart, within their route's limit: JSON (may be empty), and a plain form as URLSearchParams for `readSent`. */
export const addParsers = (app: FastifyInstance): void => {
  const json = app.getDefaultJsonParser('error', 'error')
  app.decorateRequest('bodyHash', '')
  app.addContentTypeParser('application/json', (request, payload, done) => {
    const counter = jsonCounter()
    const finish = (error: Error | null, body?: unknown) => {
      const isTwice = error === null && namesIn(body) < counter.names()
      if (isTwice) done(new Rejected('The JSON has one of its names more than once.', 'validation'))
      else done(error, body)
    }
    readText(request, payload, counter.look).then(
      (text) => (text === '' ? done(null, undefined) : json(request, text, finish)),
      done,
    )
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    async (request: FastifyRequest, payload: Readable) =>
      new URLSearchParams(await readText(request, payload, fieldCounter())),
  )
}
