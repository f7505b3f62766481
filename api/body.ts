import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Rejected } from '../domain/rejected.ts'
import { readForm } from '../platform/files/upload.ts'

/** A file as it came in, before anyone has looked inside. */
export type UploadedFile = { filename: string; bytes: Buffer }

/** What a client sent, by form or JSON; `fingerprint` is the same for the same content, whatever the form's boundary. */
export type Sent = { fields: Record<string, unknown>; files: Record<string, UploadedFile>; fingerprint: string }

const byName = ([one]: readonly [string, ...unknown[]], [other]: readonly [string, ...unknown[]]) =>
  one < other ? -1 : 1

const fingerprintOf = (fields: Record<string, unknown>, files: Record<string, UploadedFile>): string => {
  const hashes = Object.entries(files).map(([name, file]) => [
    name,
    file.filename,
    createHash('sha256').update(file.bytes).digest('hex'),
  ])
  return createHash('sha256')
    .update(JSON.stringify([Object.entries(fields).sort(byName), hashes.sort()]))
    .digest('hex')
}

const isPlainObject = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body)

/**
 * Bodies beside multipart: JSON, which may be empty because many clients name its type on every call, and a plain form,
 * which becomes URLSearchParams for `readSent`.
 */
export const addParsers = (app: FastifyInstance): void => {
  const json = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) =>
    text === '' ? done(null, undefined) : json(request, text, done),
  )
  app.addContentTypeParser<string>('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
    done(null, new URLSearchParams(text)),
  )
}

const mostFields = 50

const plainForm = (form: URLSearchParams): Record<string, string> => {
  if (form.size > mostFields) throw new Rejected(`A form may have at most ${mostFields} fields.`, 'validation')
  const fields = Object.fromEntries(form)
  if (Object.keys(fields).length < form.size)
    throw new Rejected('The form has one of its fields more than once.', 'validation')
  return fields
}

const deepest = 32

const isDeeper = (value: unknown, left: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (left === 0 || Object.values(value).some((one) => isDeeper(one, left - 1)))

const readFormOf = async (
  request: FastifyRequest,
): Promise<(Pick<Sent, 'files'> & { fields: Record<string, string> }) | null> => {
  if (request.body instanceof URLSearchParams) return { fields: plainForm(request.body), files: {} }
  return request.isMultipart() ? readForm(request) : null
}

/**
 * Reads the body of a write. A picture field without a file (an empty file input) counts as absent.
 * @throws Rejected when it is neither a form nor a JSON object; BadUpload for what breaks a limit.
 */
export const readSent = async (request: FastifyRequest): Promise<Sent> => {
  const form = await readFormOf(request)
  if (form) {
    // Browsers write every line end of a form as CR LF; texts are kept as they were typed.
    const texts = Object.entries(form.fields).map(([name, text]) => [name, text.replaceAll('\r\n', '\n')])
    const fields: Record<string, string> = Object.fromEntries(texts)
    return { fields, files: form.files, fingerprint: fingerprintOf(fields, form.files) }
  }
  if (!isPlainObject(request.body)) throw new Rejected('Send a form or a JSON object.', 'validation')
  if (isDeeper(request.body, deepest)) throw new Rejected('The JSON is nested too deeply.', 'validation')
  return { fields: request.body, files: {}, fingerprint: fingerprintOf(request.body, {}) }
}
