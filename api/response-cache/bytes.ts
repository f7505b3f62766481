import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** How answers are compressed that are worth it, by their length in bytes. */
export const compression = { encodings: ['br' as const, 'gzip' as const], threshold: 1_024 }

/** One form in which a JSON text is sent, with the headers that belong to it. */
type Form = { body: Buffer; headers: Readonly<Record<string, string>> }

/** A JSON text in each of its forms. */
export type Bytes = { identity: Form; br: Form; gzip: Form }

const [withBrotli, withGzip] = [promisify(brotliCompress), promisify(gzip)]

const formOf = (body: Buffer, coding?: string): Form => ({
  body,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(body.length),
    ...(coding === undefined ? {} : { 'content-encoding': coding, vary: 'accept-encoding' }),
  },
})

const codings = ['br', 'gzip'] as const
/** A content coding that answers may have. */
export type Coding = (typeof codings)[number]

const brotliOf = (text: string, quality: number) =>
  withBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })

/** Compresses a text that is sent often, once. */
export const bytesOf = async (text: string): Promise<Bytes> => {
  const plain = Buffer.from(text)
  const [br, gzipped] = await Promise.all([brotliOf(text, 7), withGzip(plain)])
  return { identity: formOf(plain), br: formOf(br, 'br'), gzip: formOf(gzipped, 'gzip') }
}

/** A text that is too short to be compressed. */
export const shortBytes = (text: string): Bytes => {
  const form = formOf(Buffer.from(text))
  return { identity: form, br: form, gzip: form }
}

/** Whether an Accept-Encoding names a coding, and not with the weight 0 (RFC 9110 §12.5.3). */
const accepts = (header: string, coding: string): boolean =>
  header.split(',').some((one) => {
    const [name = '', weight = ''] = one.split(';')
    return name.trim() === coding && !/^\s*q=0(\.0*)?\s*$/.test(weight)
  })

/** What makes an answer smallest of all that a client takes. */
export const codingFor = ({ headers }: FastifyRequest): Coding | 'identity' => {
  const accepted = headers['accept-encoding']
  return (accepted === undefined ? undefined : codings.find((one) => accepts(accepted, one))) ?? 'identity'
}

/** The smallest form that a client takes. */
const formFor = (request: FastifyRequest, bytes: Bytes): Form => bytes[codingFor(request)]

/** A JSON text, and its compressed forms as far as they were asked for. */
export type Text = { text: string; packed: Map<Coding, Promise<Form>> }

// As the plugin that compresses other answers has it; that makes a stream for each of them.
const packing: Readonly<Record<Coding, (text: string) => Promise<Buffer>>> = {
  br: (text) => brotliOf(text, 4),
  gzip: (text) => withGzip(text),
}

/** Answers a text that is JSON already, as a handler's result: compressed for whoever takes that, once for all of them. */
export const sendText = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { text, packed }: Text,
): Promise<string | FastifyReply> => {
  const coding = text.length < compression.threshold ? 'identity' : codingFor(request)
  if (coding === 'identity') {
    reply.header('content-type', 'application/json; charset=utf-8')
    return text
  }
  const form = packed.get(coding) ?? packing[coding](text).then((body) => formOf(body, coding))
  packed.set(coding, form)
  const { headers, body } = await form
  return reply.headers(headers).send(body)
}

/** Answers bytes in the smallest form that the client takes. */
export const sendBytes = (request: FastifyRequest, reply: FastifyReply, bytes: Bytes): FastifyReply => {
  const { body, headers } = formFor(request, bytes)
  return reply.headers(headers).send(body)
}

// The trace that the caller named.
const traceHeader = ({ traceId, headers: { traceparent } }: FastifyRequest): string[] =>
  traceId !== null && typeof traceparent === 'string' ? ['traceparent', traceparent] : []

/**
 * Sends bytes with the same headers each time, and nothing else of what is done to answers: none of it concerns bytes that are kept,
 * which is much of the work of such a call.
 */
export const sender = (headers: Readonly<Record<string, string>>, status = 200) => {
  const ready = new WeakMap<Form, { head: string[]; text: string }>()
  const made = (form: Form) => {
    // As text, since Node sends that in one piece with the head.
    const one = { head: Object.entries({ ...headers, ...form.headers }).flat(), text: form.body.toString('latin1') }
    ready.set(form, one)
    return one
  }
  return (request: FastifyRequest, reply: FastifyReply, bytes: Bytes): void => {
    const form = formFor(request, bytes)
    const { head, text } = ready.get(form) ?? made(form)
    reply.hijack()
    reply.raw.writeHead(status, [...head, 'x-request-id', request.id, ...traceHeader(request)]).end(text, 'latin1')
  }
}
