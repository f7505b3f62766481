import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify'
import { NotInForce } from '../../commands/refusal.ts'
import { inEnglish, type Message, spoken } from '../../domain/message.ts'
import { type FieldProblem, Rejected, type RejectionKind } from '../../domain/rejected.ts'
import { isAway } from '../../event-store/away.ts'
import { AppendTooLarge } from '../../event-store/port.ts'
import { BadUpload, StorageAway, StorageFull } from '../../platform/files/refused.ts'
import { namedProblem } from '../body/fields.ts'
import { hasBody } from '../body/meter.ts'
import { sender, shortBytes } from '../response-cache/bytes.ts'
import { bytesMissing, FileMissing } from '../../platform/files/storage.ts'
import { UnreadableStream } from '../../event-store/upcast.ts'

const statuses: Readonly<Record<RejectionKind, number>> = {
  malformed: 400,
  validation: 422,
  rule: 409,
  taken: 409,
  missing: 404,
  stale: 412,
  forbidden: 403,
  throttled: 429,
  unauthenticated: 401,
  unavailable: 503,
}

const names: Readonly<Record<number, string>> = {
  400: 'Malformed',
  401: 'Unauthenticated',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Not allowed',
  408: 'Too slow',
  409: 'Conflict',
  410: 'Gone',
  412: 'Stale',
  413: 'Too large',
  415: 'Unsupported',
  422: 'Validation',
  429: 'Too many',
  431: 'Too large',
  500: 'Failure',
  503: 'Unavailable',
  507: 'Storage full',
}

// Nobody reads more of them, and an answer is not to grow with what was sent.
const mostProblems = 50

type OnFailure = (error: unknown, request: FastifyRequest) => void

const asMessage = (said: string | Message): Message => (typeof said === 'string' ? { id: said, values: {} } : said)

/** `message` is the English sentence; `id` and `values` are what clients translate by. */
const bodyOf = (status: number, said: string | Message, more: object) => {
  const { id, values } = asMessage(said)
  const message = inEnglish({ id, values })
  const refused = { property: '', constraints: { refused: message }, id, values }
  return {
    type: 'error',
    name: names[status] ?? 'Error',
    // Clients list the first constraint of each entry, so a refusal that is about no field is an entry too (X3).
    ...(status === 422 ? { status: 'Validation', errors: [refused] } : {}),
    message,
    id,
    values,
    ...more,
  }
}

const send = (reply: FastifyReply, status: number, said: string | Message, more: object = {}) =>
  reply.status(status).send(bodyOf(status, said, more))

const sendRejected = (reply: FastifyReply, error: Rejected) => {
  const status = statuses[error.kind]
  const retryAfter =
    typeof error.data === 'object' && error.data !== null && 'retryAfter' in error.data
      ? Number(error.data.retryAfter)
      : undefined
  if (retryAfter !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(retryAfter)))
  const errors = error.problems.length > 0 ? { errors: error.problems.slice(0, mostProblems) } : {}
  const data = error.data === null ? {} : { data: error.data }
  return send(reply, status, error, { ...errors, ...data })
}

// Whoever asks again at once whatever they are told asks once a second on each connection, and takes no more from others.
const refusedFor = 1_000

const isAskedAgain = ({ kind }: Rejected) => kind === 'throttled' || kind === 'unavailable'

/** Tells somebody to come again, a moment later: an honest client waits longer than that by itself. */
const sendLater = async (reply: FastifyReply, error: Rejected) => {
  await pause(refusedFor)
  return sendRejected(reply, error)
}

const problemOf = ({ instancePath, keyword, message }: FastifySchemaValidationError): FieldProblem =>
  namedProblem(instancePath, keyword, message ?? '{name} is not valid')

const sendInvalid = (reply: FastifyReply, error: FastifyError) => {
  const problems = (error.validation ?? []).slice(0, mostProblems).map(problemOf)
  const said = problems[0] ?? 'The request is not valid.'
  return send(reply, error.validationContext === 'body' ? 422 : 400, said, { errors: problems })
}

const sentences: Readonly<Record<number, string>> = {
  400: 'The request could not be read.',
  413: 'That is more than this call takes.',
  415: 'This call takes JSON or a form.',
  429: 'Too many requests. Please wait a moment.',
  503: 'Atrium is busy or its database is away. Please try again in a moment.',
}

const headersOfBusy = { 'retry-after': '2' }
const busy = Object.assign(new Error('there is too much to do'), { statusCode: 503 })

/**
 * Refuses what could not be answered soon. Most of it is a head alone, whose refusal is written as it was made once: it is to cost next to nothing.
 * Whoever sends a body is let finish first. @throws an error of 503 for those
 */
export const refuserOfBusy = (headers: Readonly<Record<string, string>>, onFailure: OnFailure) => {
  const refuseAtOnce = sender({ ...headers, ...headersOfBusy }, 503)
  const bytes = shortBytes(JSON.stringify(bodyOf(503, sentences[503] ?? '', {})))
  return (request: FastifyRequest, reply: FastifyReply): void => {
    if (hasBody(request)) {
      reply.header('retry-after', headersOfBusy['retry-after'])
      throw busy
    }
    onFailure(busy, request)
    refuseAtOnce(request, reply, bytes)
  }
}

const unreadableStream =
  'The history of this record holds an event that this version of Atrium cannot read. Please tell whoever runs it.'

/** True when the server has too much to do, which it says with 503. */
export const isUnavailable = (error: unknown): boolean => {
  if (error instanceof Rejected) return error.kind === 'unavailable'
  return error instanceof Error && 'statusCode' in error && error.statusCode === 503
}

/** True when the process may open no more files, or has no memory for one: a moment later it may. */
const isShortOfFiles = (error: Error): boolean =>
  'code' in error && /^(?:EMFILE|ENFILE|ENOMEM|ERR_WORKER_INIT_FAILED)$/.test(String(error.code))

/** Every error becomes its status here and nowhere else (X3). `onFailure` learns of those that are our fault. */
export const addErrors = (app: FastifyInstance, onFailure: OnFailure): void => {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    // The client is let finish sending (api/body/rest.ts), else it may never see this answer.
    if (!request.raw.complete) reply.removeHeader('connection')
    if (error instanceof NotInForce || isUnavailable(error)) onFailure(error, request)
    if (error instanceof Rejected)
      return request.session && isAskedAgain(error) ? sendLater(reply, error) : sendRejected(reply, error)
    if (error instanceof NotInForce) {
      const more = { data: { retryAfter: 2 }, position: String(error.position) }
      return send(reply.header('retry-after', '2'), 503, error.message, more)
    }
    if (error instanceof AppendTooLarge) return send(reply, 413, error)
    if (error.validation) return sendInvalid(reply, error)
    if (error instanceof StorageAway) {
      onFailure(error, request)
      return send(reply.header('retry-after', '5'), 503, error.message, { requestId: request.id })
    }
    if (error instanceof FileMissing) {
      onFailure(error, request)
      return send(reply, 410, bytesMissing, { requestId: request.id })
    }
    if (isAway(error) || isShortOfFiles(error)) {
      onFailure(error, request)
      return send(reply.header('retry-after', '1'), 503, sentences[503] ?? '', { requestId: request.id })
    }
    const status = error.statusCode ?? 500
    // Where there is too much to do it has been set already.
    if (status === 503)
      return send(reply.header('retry-after', reply.getHeader('retry-after') ?? '1'), 503, sentences[503] ?? '')
    // Errors of uploads and storage carry a status and a sentence made for people.
    if (error instanceof BadUpload) return send(reply, status, error)
    if (error instanceof StorageFull) {
      onFailure(error, request)
      return send(reply, status, error.message)
    }
    if (status < 500) return send(reply, status, sentences[status] ?? 'The request could not be read.')
    onFailure(error, request)
    if (error instanceof UnreadableStream) return send(reply, 503, unreadableStream)
    const id = 'Something went wrong on our side. Please quote {request}.'
    return send(reply, 500, { id, values: { request: request.id } }, { requestId: request.id })
  })
}

/** The answer for a path of /api that does not exist. */
export const notFound = (reply: FastifyReply) => send(reply, 404, 'There is nothing at this address.')

/** The answer for an address that cannot even be read. */
export const badAddress = (reply: FastifyReply) => send(reply, 400, 'This address could not be read.')

const unreadable: Readonly<Record<string, { status: number; reason: string; message: string }>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    reason: 'Request Header Fields Too Large',
    message: 'The headers of the request are too long.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    reason: 'Request Timeout',
    message: 'The request did not arrive in time.',
  },
}

/** Answers what is no HTTP at all, before there is a request, and hangs up. */
export const refuseUnreadable = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { status, reason, message } = unreadable[error.code ?? ''] ?? {
    status: 400,
    reason: 'Bad Request',
    message: sentences[400] ?? '',
  }
  const said = spoken({ id: message, values: {} })
  const body = JSON.stringify({ type: 'error', name: names[status] ?? reason, ...said })
  const head = `HTTP/1.1 ${status} ${reason}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close`
  socket.end(`${head}\r\n\r\n${body}`)
}
