import { hash } from 'node:crypto'
import { form } from '../chain.ts'
import { checked } from '../checked.ts'
import type { CheckedEvent, EventMeta, LinkedEvent, RecordedEvent } from '../port.ts'
import { storedJson } from '../stored-json.ts'
import { bytesLike, endOf, endOfStep, literal, type Step, some } from './byte-pattern.ts'
import { leafIn, type LeafPlaces, linkDigits } from './leaf-bytes.ts'

/** What `checkedRow` reads of log.event. Behind the moment, a row is what a link of form 2 hashes (chain.ts). */
export const checkedColumns = 'position, recorded_at, stream, revision, id, type, data, personal, meta'
const [position, moment, stream, revision, id, type, data, personal, meta] = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const
const count = 9

// Where the value of each field begins and ends in the row that is looked at; what is null has a length of -1.
const starts = new Int32Array(count)
const lengths = new Int32Array(count)

const startOf = (field: number): number => starts[field] ?? 0
const endOfField = (field: number): number => startOf(field) + Math.max(0, lengths[field] ?? 0)

const numberAt = (row: Buffer, at: number): number =>
  ((row[at] ?? 0) << 24) | ((row[at + 1] ?? 0) << 16) | ((row[at + 2] ?? 0) << 8) | (row[at + 3] ?? 0)

const findFields = (row: Buffer, begin: number): void => {
  let at = begin + 2
  for (let field = 0; field < count; field += 1) {
    const length = numberAt(row, at)
    starts[field] = at + 4
    lengths[field] = length
    at += 4 + Math.max(0, length)
  }
}

// PostgreSQL counts microseconds from 2000-01-01.
const epoch = Date.UTC(2000, 0, 1)

/** A whole number of eight bytes; NaN for one that a number of JavaScript does not hold. */
const wholeAt = (row: Buffer, at: number): number => {
  const whole = numberAt(row, at) * 2 ** 32 + (numberAt(row, at + 4) >>> 0)
  return Number.isSafeInteger(whole) ? whole : Number.NaN
}

// Metadata as this program writes them, up to the digits of their link, and what follows.
const begins = [literal('{"at": "'), some(bytesLike(/[-0-9T:.Z]/), 1, 40), literal('", "actor": {"id": ')]
const ids = [
  [some(bytesLike(/\d/), 1, 16)],
  [literal('"'), some(bytesLike(/[^"\\]/), 0, 200), literal('"')],
] satisfies Step[][]
const ahead = ids.map((one) => [
  ...begins,
  ...one,
  literal(', "type": "'),
  some(bytesLike(/[a-z]/), 1, 40),
  literal(`"}, "chain": {"form": ${form}, "hash": "`),
])
const behind = literal('", "prev": "')

// What a link is hashed with in the place of its own digits (chain.ts).
const zeros = Buffer.alloc(linkDigits, '0')

/**
 * Where the digits of the link begin; -1 when the metadata are written in another way, or the link is of another form. That they are digits
 * needs no look: what is compared with them is.
 */
const findLink = (row: Buffer): number => {
  // Jsonb has its version in front.
  const begin = startOf(meta) + 1
  for (const steps of ahead) {
    const at = endOf(steps, row, begin)
    const end = at < 0 ? -1 : endOfStep(behind, row, at + linkDigits)
    if (end >= 0) return end > endOfField(meta) ? -1 : at
  }
  return -1
}

const places = (at: number): LeafPlaces => ({
  stream: startOf(stream),
  streamEnd: endOfField(stream),
  type: startOf(type),
  typeEnd: endOfField(type),
  id: startOf(id),
  link: at,
})

const textOf = (row: Buffer, field: number): string => row.toString('utf8', startOf(field), endOfField(field))

const jsonOf = (row: Buffer, field: number): string =>
  (lengths[field] ?? 0) < 0 ? 'null' : row.toString('utf8', startOf(field) + 1, endOfField(field))

const momentOf = (row: Buffer): string => {
  const date = new Date(epoch + Math.floor(wholeAt(row, startOf(moment)) / 1_000))
  // Infinity is a moment too, and none that was ever signed.
  return Number.isNaN(date.getTime()) ? 'infinity' : date.toISOString()
}

const uuidOf = (row: Buffer): string =>
  row.toString('hex', startOf(id), endOfField(id)).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

const unlinked = { hash: '', prev: '' }

/** Metadata as JSON; those that hold no link get an empty one, which is that of no event. */
const metaOf = (text: string): EventMeta => {
  const read = JSON.parse(text)
  const { hash: link, prev } = Object(Object(read).chain)
  return typeof link === 'string' && typeof prev === 'string' ? read : { ...Object(read), chain: unlinked }
}

/** Read as JSON. Of two texts that are read alike one was hashed: a link of form 2 is of the text as it is written. */
const readWhole = (row: Buffer): LinkedEvent => {
  const texts = [jsonOf(row, data), jsonOf(row, personal), jsonOf(row, meta)]
  const [dataText = '', personalText = '', metaText = ''] = texts
  const event: RecordedEvent = {
    position: row.readBigInt64BE(startOf(position)),
    stream: textOf(row, stream),
    revision: numberAt(row, startOf(revision)),
    id: uuidOf(row),
    type: textOf(row, type),
    data: JSON.parse(dataText),
    personal: JSON.parse(personalText),
    meta: metaOf(metaText),
    recordedAt: momentOf(row),
  }
  const found = checked(event)
  const isWritten = event.meta.chain.form === undefined || texts.every((text) => storedJson(JSON.parse(text)) === text)
  return { ...found, isAsAppended: found.isAsAppended && isWritten }
}

/** Checks an event from its row in the binary COPY of `checkedColumns`, which begins at a place, without reading JSON where it need not. The row is worth nothing after. */
export const checkedRow = (row: Buffer, begin: number): CheckedEvent => {
  findFields(row, begin)
  const at = findLink(row)
  const place = wholeAt(row, startOf(position))
  const micros = wholeAt(row, startOf(moment))
  if (at < 0 || Number.isNaN(place) || Number.isNaN(micros)) return readWhole(row)
  const recordedAt = epoch + Math.floor(micros / 1_000)
  const leaf = leafIn(row, places(at), place, numberAt(row, startOf(revision)), recordedAt)
  const said = row.toString('latin1', at, at + linkDigits)
  row.set(zeros, at)
  const isAsAppended = hash('sha256', row.subarray(startOf(stream) - 4, endOfField(meta)), 'hex') === said
  return { position: BigInt(place), recordedAt, leaf, isAsAppended }
}

/** The same with what the chain of its stream is followed by. */
export const linkedRow = (row: Buffer, begin: number): LinkedEvent => {
  findFields(row, begin)
  const { at, isSilent, chain } = metaOf(jsonOf(row, meta))
  const said = { stream: textOf(row, stream), revision: numberAt(row, startOf(revision)), id: uuidOf(row) }
  return { ...said, at, isSilent: isSilent === true, link: chain.hash, prev: chain.prev, ...checkedRow(row, begin) }
}
