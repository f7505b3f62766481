import { hash } from 'node:crypto'
import type { Digest } from '../merkle/tree.ts'

const hex = Buffer.from('0123456789abcdef', 'latin1')
const [zero, newline, dash] = [48, 10, 45]
const day = 86_400_000

// What a leaf says (merkle/leaf.ts), as bytes that the next one overwrites.
let leaf = Buffer.alloc(1_024)
let end = 0

const put = (byte: number): void => {
  leaf[end] = byte
  end += 1
}

const putNumber = (value: number, digits: number): void => {
  for (let power = 10 ** (digits - 1); power >= 1; power /= 10) put(zero + (Math.floor(value / power) % 10))
}

const putText = (text: string): void => {
  for (let place = 0; place < text.length; place += 1) put(text.charCodeAt(place))
}

const putBytes = (bytes: Uint8Array, from: number, until: number): void => {
  for (let at = from; at < until; at += 1) put(bytes[at] ?? 0)
}

const putUuid = (bytes: Uint8Array, from: number): void => {
  for (let place = 0; place < 16; place += 1) {
    if (place === 4 || place === 6 || place === 8 || place === 10) put(dash)
    const byte = bytes[from + place] ?? 0
    put(hex[byte >> 4] ?? 0)
    put(hex[byte & 15] ?? 0)
  }
}

let known = { day: Number.NaN, text: '' }

// As `toISOString`, of which the days come again and again.
const putMoment = (milliseconds: number): void => {
  const today = Math.floor(milliseconds / day)
  if (known.day !== today) known = { day: today, text: new Date(today * day).toISOString().slice(0, -13) }
  const rest = milliseconds - today * day
  putText(known.text)
  putNumber(Math.floor(rest / 3_600_000), 2)
  put(58)
  putNumber(Math.floor(rest / 60_000) % 60, 2)
  put(58)
  putNumber(Math.floor(rest / 1_000) % 60, 2)
  put(46)
  putNumber(rest % 1_000, 3)
  put(90)
}

/** Where the values of an event lie in a row of bytes: stream and type from one place to another, the id and the digits of the link from one on. */
export type LeafPlaces = {
  stream: number
  streamEnd: number
  type: number
  typeEnd: number
  id: number
  link: number
}

/** The hash of an event's leaf (merkle/leaf.ts), made of the bytes of its row. @param milliseconds from 1970 on, when it was recorded */
export const leafIn = (
  row: Uint8Array,
  { stream, streamEnd, type, typeEnd, id, link }: LeafPlaces,
  position: number,
  revision: number,
  milliseconds: number,
): Digest => {
  const most = streamEnd - stream + typeEnd - type + 256
  if (leaf.length < most) leaf = Buffer.alloc(most)
  end = 0
  put(0)
  putText(String(position))
  put(newline)
  putBytes(row, stream, streamEnd)
  put(newline)
  putText(String(revision))
  put(newline)
  putUuid(row, id)
  put(newline)
  putBytes(row, type, typeEnd)
  put(newline)
  putBytes(row, link, link + 64)
  put(newline)
  putMoment(milliseconds)
  return hash('sha256', leaf.subarray(0, end), 'binary')
}
