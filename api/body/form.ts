import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { isCode } from '../../platform/small-file.ts'
import { BadUpload, StorageFull } from '../../platform/files/refused.ts'
import type { SentFile, Uploads } from '../../platform/files/uploads.ts'

export type Form = { fields: Record<string, string>; files: Record<string, SentFile> }

/** All in bytes or pieces. `total` counts everything that arrives, whatever part it belongs to; `text` all fields together. */
export type FormLimits = {
  files: number
  fileSize: number
  fields: number
  fieldSize: number
  text: number
  total: number
}

const usual: FormLimits = {
  files: 20,
  fileSize: 10_000_000,
  fields: 50,
  fieldSize: 1_000_000,
  text: 2_000_000,
  total: 40_000_000,
}

const maximumName = 100

/**
 * Reads a multipart body, files straight to disk within every limit (UP-1); an empty file input counts as absent.
 * @throws BadUpload 400 cannot be read, 413 over a limit, 422 a field twice; StorageFull; the reason of `stop`
 */
export const readForm = async (
  request: FastifyRequest,
  uploads: Uploads,
  limits: Partial<FormLimits> = {},
  stop: AbortSignal | null = null,
): Promise<Form> => {
  const bounds = { ...usual, ...limits }
  const meter = startMeter(request, bounds.total, stop)
  try {
    if (Number(request.headers['content-length'] ?? 0) > bounds.total) throw tooMuch(bounds.total)
    return await Promise.race([collect(request, uploads, bounds), meter.refused])
  } catch (error) {
    throw error instanceof BadUpload || (stop?.aborted && error === stop.reason) ? error : sentenceFor(error, bounds)
  } finally {
    meter.stop()
  }
}

/** Counts what arrives; the plugin's own limits hold per part only. `refused` rejects once a limit is passed. */
const startMeter = (
  { raw }: FastifyRequest,
  total: number,
  signal: AbortSignal | null,
): { refused: Promise<never>; stop(): void } => {
  const { promise: refused, reject } = rejecting()
  let read = 0
  const count = (chunk: Buffer) => {
    read += chunk.length
    if (read > total) reject(tooMuch(total))
  }
  const abort = () => reject(signal?.reason)
  if (signal?.aborted) abort()
  raw.on('data', count)
  signal?.addEventListener('abort', abort)
  const stop = () => {
    raw.off('data', count)
    signal?.removeEventListener('abort', abort)
  }
  return { refused, stop }
}

const rejecting = (): { promise: Promise<never>; reject(error: Error): void } => {
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<never>((_, refuse) => {
    reject = refuse
  })
  return { promise, reject }
}

const collect = async (request: FastifyRequest, uploads: Uploads, bounds: FormLimits): Promise<Form> => {
  const form: Form = { fields: {}, files: {} }
  const { files, fileSize, fields, fieldSize, text } = bounds
  let left = text
  const parts = request.parts({
    limits: { files, fileSize, fields, fieldSize, parts: files + fields, headerPairs: 20 },
  })
  for await (const part of parts) {
    if (part.fieldname.length > maximumName) throw new BadUpload(413, 'A field of the form has too long a name.')
    const isSecond = Object.hasOwn(form.fields, part.fieldname) || Object.hasOwn(form.files, part.fieldname)
    if (isSecond)
      throw new BadUpload(422, 'The form has the field {name} more than once.', {
        values: { name: shown(part.fieldname) },
      })
    if (part.type === 'file') {
      await addFile(form, uploads, part, fileSize)
      continue
    }
    const value = readField(part, fieldSize)
    left -= Buffer.byteLength(value)
    if (left < 0)
      throw new BadUpload(413, 'The texts of a form may have at most {size} in all.', {
        values: { size: inWords(text) },
      })
    form.fields[part.fieldname] = value
  }
  return form
}

const readField = (part: MultipartValue, fieldSize: number): string => {
  if (part.valueTruncated)
    throw new BadUpload(413, 'The field {name} may have at most {size}.', {
      values: { name: shown(part.fieldname), size: inWords(fieldSize) },
    })
  // The plugin parses parts that call themselves JSON.
  return typeof part.value === 'string' ? part.value : JSON.stringify(part.value)
}

const addFile = async (form: Form, uploads: Uploads, part: MultipartFile, fileSize: number): Promise<void> => {
  const written = await uploads.write(part.file)
  if (part.file.truncated)
    throw new BadUpload(413, 'A file may have at most {size}.', { values: { size: inWords(fileSize) } })
  const filename = plainFileName(part.filename)
  if (written.size === 0 && filename === '') return
  form.files[part.fieldname] = { filename, ...written }
}

/** The last part of a name that a client sent, without control characters, at most 255 characters. */
export const plainFileName = (name: string | undefined): string => {
  const last = (name ?? '').split(/[/\\]/).at(-1) ?? ''
  const visible = last
    .normalize('NFC')
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, '')
  return [...visible.trim()].slice(0, 255).join('')
}

const inWords = (size: number) => (size >= 1e6 ? `${Math.floor(size / 1e6)} MB` : `${Math.floor(size / 1000)} kB`)
const shown = (name: string) => `"${name.slice(0, 40)}"`
const tooMuch = (total: number) =>
  new BadUpload(413, 'A form may have at most {size} in all.', { values: { size: inWords(total) } })

const sentenceFor = (error: unknown, { files, fileSize, fields }: FormLimits): BadUpload | StorageFull => {
  if (isCode(error, 'ENOSPC') || isCode(error, 'EDQUOT')) return new StorageFull({ cause: error })
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'FST_FILES_LIMIT')
    return new BadUpload(413, 'At most {files} files can be sent at once.', { values: { files } })
  if (code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT') {
    return new BadUpload(413, 'A form may have at most {fields} fields and {files} files.', {
      values: { fields, files },
    })
  }
  if (code === 'FST_REQ_FILE_TOO_LARGE')
    return new BadUpload(413, 'A file may have at most {size}.', { values: { size: inWords(fileSize) } })
  if (code === 'FST_PROTO_VIOLATION') return new BadUpload(422, 'A field of the form has a name that cannot be used.')
  return new BadUpload(400, 'The form could not be read.', { cause: error })
}
