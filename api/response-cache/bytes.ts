import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

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

/** Compresses a text that is sent often, once. */
export const bytesOf = async (text: string): Promise<Bytes> => {
  const plain = Buffer.from(text)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 7 }
  const [br, gzipped] = await Promise.all([withBrotli(plain, { params }), withGzip(plain)])
  return { identity: formOf(plain), br: formOf(br, 'br'), gzip: formOf(gzipped, 'gzip') }
}

/** Whether an Accept-Encoding names a coding, and not with the weight 0 (RFC 9110 §12.5.3). */
const accepts = (header: string, coding: string): boolean =>
  header.split(',').some((one) => {
    const [name = '', weight = ''] = one.split(';')
    return name.trim() === coding && !/^\s*q=0(\.0*)?\s*$/.test(weight)
  })

/** The smallest form that a client takes. */
const formFor = ({ headers }: FastifyRequest, bytes: Bytes): Form => {
  const accepted = headers['accept-encoding']
  if (accepted === undefined) return bytes.identity
  return bytes[(['br', 'gzip'] as const).find((one) => accepts(accepted, one)) ?? 'identity']
}

/** Answers a text that is JSON already, as a handler's result. */
export const asJson = (reply: FastifyReply, text: string): string => {
  reply.header('content-type', 'application/json; charset=utf-8')
  return text
}

/** Answers bytes in the smallest form that the client takes. */
export const sendBytes = (request: FastifyRequest, reply: FastifyReply, bytes: Bytes): FastifyReply => {
  const { body, headers } = formFor(request, bytes)
  return reply.headers(headers).send(body)
}

/**
 * Sends bytes with the same headers each time, and nothing else of what is done to answers: none of it concerns bytes that are kept,
 * which is much of the work of such a call.
 */
export const sender = (headers: Readonly<Record<string, string>>) => {
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
    reply.raw.writeHead(200, head).end(text, 'latin1')
  }
}
