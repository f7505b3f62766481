import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { isObject } from '../../domain/json.ts'
import { Rejected } from '../../domain/rejected.ts'
import { mostFileBytes } from '../../platform/files/any.ts'
import type { SentFile } from '../../platform/files/uploads.ts'
import { readForm } from './form.ts'
import { formBytes, sizeFor } from './size.ts'

/** What a client sent, by form or JSON; `fingerprint` is the same for the same content, whatever the form's boundary. */
export type Sent = { fields: Record<string, unknown>; files: Record<string, SentFile>; fingerprint: string }

const fingerprintOf = (fields: Record<string, string>, files: Record<string, SentFile>): string => {
  const hash = createHash('sha256')
  // The length before each piece: nothing can be moved from one to the next.
  const add = (...pieces: readonly string[]) => {
    for (const piece of pieces) hash.update(`${piece.length}:`).update(piece)
  }
  for (const [name, text] of Object.entries(fields)) add('field', name, text)
  for (const [name, file] of Object.entries(files)) add('file', name, file.filename, file.hash)
  return hash.digest('hex')
}

const plainForm = (form: URLSearchParams): Record<string, string> => {
  const fields = Object.fromEntries(form)
  if (Object.keys(fields).length < form.size)
    throw new Rejected('The form has one of its fields more than once.', 'validation')
  return fields
}

// Browsers write every line end of a form as CR LF; texts are kept as they were typed.
const withPlainLineEnds = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text.replaceAll('\r\n', '\n')]))

/** Reads the body of a write. @throws Rejected when it is neither a form nor a JSON object; BadUpload beyond a limit */
export const readSent = async (request: FastifyRequest): Promise<Sent> => {
  const { body } = request
  if (body instanceof URLSearchParams)
    return { fields: withPlainLineEnds(plainForm(body)), files: {}, fingerprint: request.bodyHash }
  if (request.uploads) {
    const size = sizeFor(request)
    const limits = { total: formBytes(size), text: size.text, ...(size.files ? { fileSize: mostFileBytes } : {}) }
    const { fields, files } = await readForm(request, request.uploads, limits, request.arrival)
    return { fields: withPlainLineEnds(fields), files, fingerprint: fingerprintOf(fields, files) }
  }
  if (!isObject(body)) throw new Rejected('Send a form or a JSON object.', 'validation')
  return { fields: body, files: {}, fingerprint: request.bodyHash }
}

/** The body of a call that has none. */
export const nothingSent: Sent = { fields: {}, files: {}, fingerprint: '' }

/** The body of a call that need not have one; an empty one is none. What it holds, the verb takes or refuses. @throws as `readSent` does */
export const readIfSent = async (request: FastifyRequest): Promise<Sent> => {
  if (!request.uploads && (request.body === undefined || request.body === null)) return nothingSent
  const sent = await readSent(request)
  const isEmpty = [sent.fields, sent.files].every((part) => Object.keys(part).length === 0)
  return isEmpty ? nothingSent : sent
}
