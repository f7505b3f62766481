import { hash } from 'node:crypto'
import type { Digest } from '../merkle/tree.ts'

const hex = Buffer.from('0123456789abcdef', 'latin1')
const [zero, newline, dash, point, z] = [48, 10, 45, 46, 90]
const minute = 60_000
/** How many digits a link has. */
export const linkDigits = 64

// Each of these writes into a leaf at a place, and says where the next one does.

const putDigits = (leaf: Uint8Array, at: number, value: number, digits: number): number => {
  let rest = value
  for (let place = at + digits - 1; place >= at; place -= 1) {
    const tens = Math.floor(rest / 10)
    leaf[place] = zero + rest - tens * 10
    rest = tens
  }
  return at + digits
}

const putNumberLine = (leaf: Uint8Array, at: number, value: number): number => {
  let digits = 1
  for (let least = 10; value >= least; least *= 10) digits += 1
  leaf[at + digits] = newline
  return putDigits(leaf, at, value, digits) + 1
}

const putText = (leaf: Uint8Array, at: number, text: string): number => {
  for (let place = 0; place < text.length; place += 1) leaf[at + place] = text.charCodeAt(place)
  return at + text.length
}

const putLine = (leaf: Uint8Array, at: number, bytes: Uint8Array, from: number, until: number): number => {
  const shift = at - from
  for (let place = from; place < until; place += 1) leaf[place + shift] = bytes[place] ?? 0
  leaf[until + shift] = newline
  return until + shift + 1
}

const putHex = (leaf: Uint8Array, at: number, bytes: Uint8Array, from: number, until: number): number => {
  let end = at
  for (let place = from; place < until; place += 1) {
    const byte = bytes[place] ?? 0
    leaf[end] = hex[byte >> 4] ?? 0
    leaf[end + 1] = hex[byte & 15] ?? 0
    end += 2
  }
  leaf[end] = dash
  return end + 1
}

const putUuid = (leaf: Uint8Array, at: number, bytes: Uint8Array, from: number): number => {
  let end = at
  end = putHex(leaf, end, bytes, from, from + 4)
  end = putHex(leaf, end, bytes, from + 4, from + 6)
  end = putHex(leaf, end, bytes, from + 6, from + 8)
  end = putHex(leaf, end, bytes, from + 8, from + 10)
  end = putHex(leaf, end, bytes, from + 10, from + 16)
  leaf[end - 1] = newline
  return end
}

let known = { minute: Number.NaN, text: '' }

// As `toISOString`, of which the minutes come again and again.
const putMoment = (leaf: Uint8Array, at: number, milliseconds: number): number => {
  const current = Math.floor(milliseconds / minute)
  if (known.minute !== current)
    known = { minute: current, text: new Date(current * minute).toISOString().slice(0, -'00.000Z'.length) }
  const rest = milliseconds - current * minute
  const seconds = Math.floor(rest / 1_000)
  let end = putText(leaf, at, known.text)
  end = putDigits(leaf, end, seconds, 2)
  leaf[end] = point
  end = putDigits(leaf, end + 1, rest - seconds * 1_000, 3)
  leaf[end] = z
  return end + 1
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

// What a leaf says (merkle/leaf.ts), as bytes that the next one overwrites, and the same cut at the lengths that occurred.
const fixed = 256
let scratch = Buffer.alloc(1_024)
let cut: Buffer[] = []

/** The hash of an event's leaf (merkle/leaf.ts), made of the bytes of its row. @param milliseconds from 1970 on, when it was recorded */
export const leafIn = (
  row: Uint8Array,
  { stream, streamEnd, type, typeEnd, id, link }: LeafPlaces,
  position: number,
  revision: number,
  milliseconds: number,
): Digest => {
  const most = streamEnd - stream + typeEnd - type + fixed
  if (scratch.length < most) {
    scratch = Buffer.alloc(most)
    cut = []
  }
  const leaf: Uint8Array = scratch
  leaf[0] = 0
  let end = putNumberLine(leaf, 1, position)
  end = putLine(leaf, end, row, stream, streamEnd)
  end = putNumberLine(leaf, end, revision)
  end = putUuid(leaf, end, row, id)
  end = putLine(leaf, end, row, type, typeEnd)
  end = putLine(leaf, end, row, link, link + linkDigits)
  end = putMoment(leaf, end, milliseconds)
  return hash('sha256', (cut[end] ??= scratch.subarray(0, end)), 'binary')
}
