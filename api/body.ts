import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
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

const deepest = 32

const isDeeper = (value: unknown, left: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (left === 0 || Object.values(value).some((one) => isDeeper(one, left - 1)))

/**
 * Reads the body of a write. A picture field without a file (an empty file input) counts as absent.
 * @throws Rejected when it is neither a form nor a JSON object; BadUpload for what breaks a limit.
 */
export const readSent = async (request: FastifyRequest): Promise<Sent> => {
  if (request.isMultipart()) {
    const { fields: raw, files } = await readForm(request)
    // Browsers write every line end of a form as CR LF; texts are kept as they were typed.
    const fields = Object.fromEntries(Object.entries(raw).map(([name, text]) => [name, text.replaceAll('\r\n', '\n')]))
    return { fields, files, fingerprint: fingerprintOf(fields, files) }
  }
  if (!isPlainObject(request.body)) throw new Rejected('Send a form or a JSON object.', 'validation')
  if (isDeeper(request.body, deepest)) throw new Rejected('The JSON is nested too deeply.', 'validation')
  return { fields: request.body, files: {}, fingerprint: fingerprintOf(request.body, {}) }
}
