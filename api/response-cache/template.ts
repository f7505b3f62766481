import { once } from 'node:events'
import { promisify } from 'node:util'
import { brotliDecompress, constants, crc32, createBrotliCompress, createDeflateRaw, gunzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Coding, codingFor } from './bytes.ts'

/**
 * Stands in a template where each answer has a value of its own: sixteen random bytes in base64. Characters that no text has, so that nothing
 * else is taken from it in compressing; and the end that each value has, since brotli codes a letter by the two before it.
 */
export const slot: string = `${String.fromCharCode(...Array.from({ length: 22 }, (_, at) => (at < 8 ? at + 1 : at + 6)))}==`

/** Bytes with slots at some places. */
type Form = { bytes: Buffer; at: readonly number[] }

/** A text with slots, and its compressed forms as far as they were asked for; null of one that cannot be filled. */
export type Template = { identity: Form; packed: Map<Coding, Promise<Form | null>> }

const formOf = (bytes: Buffer): Form => {
  const at: number[] = []
  for (let found = bytes.indexOf(slot); found >= 0; found = bytes.indexOf(slot, found + 1)) at.push(found)
  return { bytes, at }
}

/** A template of a text with slots, the first of which is the one that all others are copied from. */
export const templateOf = (text: string): Template => ({ identity: formOf(Buffer.from(text)), packed: new Map() })

const filled = ({ bytes, at }: Form, value: string): Buffer => {
  const copy = Buffer.from(bytes)
  for (const place of at) copy.write(value, place, 'latin1')
  return copy
}

/**
 * How a coding is written in pieces that end with a whole byte, and what a piece begins with that has the bytes of a slot as they are: RFC 7932 §9.2,
 * RFC 1951 §3.2.4. `most` of the slots are such pieces. Others are copied from there, which in brotli must not be cut out, and in gzip is too far.
 */
const packing = {
  br: {
    open: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
    end: constants.BROTLI_OPERATION_FLUSH,
    head: Buffer.from([0xb8, 0x00, 0x08]),
    most: 1,
  },
  gzip: {
    open: () => createDeflateRaw(),
    end: constants.Z_SYNC_FLUSH,
    head: Buffer.from([0x00, 0x18, 0x00, 0xe7, 0xff]),
    most: Number.POSITIVE_INFINITY,
  },
} satisfies Record<Coding, unknown>
const unpacking = { br: promisify(brotliDecompress), gzip: promisify(gunzip) }

// Around what is compressed a gzip file has a head, and a checksum and the length of the text (RFC 1952 §2.2).
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
const gzipEnd = (text: Buffer): Buffer => {
  const end = Buffer.alloc(8)
  end.writeUInt32LE(crc32(text))
  end.writeUInt32LE(text.length, 4)
  return end
}

const fill = (coding: Coding, packed: Form, identity: Form, value: string): Buffer => {
  const bytes = filled(packed, value)
  return coding === 'gzip' ? Buffer.concat([gzipHead, bytes, gzipEnd(filled(identity, value))]) : bytes
}

const pack = async (coding: Coding, identity: Form): Promise<Form | null> => {
  const { open, end, head, most } = packing[coding]
  const stream = open()
  const flush = promisify<number>(stream.flush).bind(stream)
  const written: Buffer[] = []
  stream.on('data', (chunk: Buffer) => written.push(chunk))
  // Heard from the beginning: an error of the compressor is one of this template alone.
  const ended = once(stream, 'end')
  const piece = async (text: Uint8Array): Promise<Buffer> => {
    stream.write(text)
    await Promise.race([flush(end), ended])
    // What was flushed and not given out yet; each read tells of it as above.
    while (stream.read() !== null);
    return Buffer.concat(written.splice(0))
  }
  const pieces: Buffer[] = []
  let done = 0
  for (const place of identity.at.slice(0, most)) {
    pieces.push(await piece(identity.bytes.subarray(done, place)), head, Buffer.from(slot))
    done = place + slot.length
    await piece(Buffer.from(slot))
  }
  stream.end(identity.bytes.subarray(done))
  await ended
  const packed = formOf(Buffer.concat([...pieces, ...written]))
  // It is tried with a value: a compressor may write what was not thought of here.
  const value = `${'aZ0/+9bY1c'.repeat(3).slice(0, 22)}==`
  const read = await unpacking[coding](fill(coding, packed, identity, value))
  return read.equals(filled(identity, value)) ? packed : null
}

/**
 * Answers a template with a value in its slots, compressed for whoever takes that: once for all answers, into which the value is written.
 * The reply has its type already. @param value sixteen bytes in base64
 */
export const sendTemplate = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { identity, packed }: Template,
  value: string,
): Promise<FastifyReply> => {
  const coding = codingFor(request)
  if (coding === 'identity') return reply.send(filled(identity, value))
  const known = packed.get(coding) ?? pack(coding, identity).catch(() => null)
  packed.set(coding, known)
  const form = await known
  // It is compressed as every other answer is.
  if (form === null) return reply.send(filled(identity, value).toString())
  const headers = { 'content-encoding': coding, vary: 'accept-encoding' }
  return reply.headers(headers).send(fill(coding, form, identity, value))
}
