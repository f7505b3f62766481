import type { ClientEvent } from './event.ts'

// The client's own classes take three times as long to read an answer, which a replay spent most of its time on.

/** Bytes in Protocol Buffers, and how far they are read. */
type Cursor = { readonly bytes: Buffer; at: number }

/** Of each field, by its number, what reads it into something. Fields without are skipped. */
type Fields<T> = Readonly<Record<number, (cursor: Cursor, into: T) => void>>

const readNumber = (cursor: Cursor): number => {
  let value = 0
  for (let factor = 1; ; factor *= 128) {
    const byte = cursor.bytes[cursor.at]
    if (byte === undefined) throw new TypeError('EventStoreDB sent an answer that breaks off')
    cursor.at += 1
    value += (byte & 127) * factor
    if (byte < 128) return value
  }
}

const readText = (cursor: Cursor): string => {
  const end = readNumber(cursor) + cursor.at
  const text = cursor.bytes.toString('utf8', cursor.at, end)
  cursor.at = end
  return text
}

const skip = (cursor: Cursor, type: number): void => {
  const value = readNumber(cursor)
  if (type === 2) cursor.at += value
  else if (type !== 0) throw new TypeError(`EventStoreDB sent a field of type ${type}`)
}

const readFields = <T>(cursor: Cursor, end: number, fields: Fields<T>, into: T): void => {
  while (cursor.at < end) {
    const tag = readNumber(cursor)
    const read = fields[tag >>> 3]
    if (read) read(cursor, into)
    else skip(cursor, tag & 7)
  }
}

const message =
  <T>(fields: Fields<T>) =>
  (cursor: Cursor, into: T): void => {
    const end = readNumber(cursor) + cursor.at
    readFields(cursor, end, fields, into)
  }

/** What is no JSON was not written by us. */
const readJson = (cursor: Cursor): unknown => {
  const text = readText(cursor)
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const readPosition = (cursor: Cursor): bigint => {
  const value = readNumber(cursor)
  if (!Number.isSafeInteger(value)) throw new TypeError('EventStoreDB sent a position of more than 2^53')
  return BigInt(value)
}

// .NET's tenths of microseconds, from 1970 on: more of them than a number holds.
const momentOf = (ticks: string): Date => new Date(Number(ticks.slice(0, -4)))

type Found = ClientEvent & { position: { commit: bigint; prepare: bigint } }
type Property = { name: string; value: string }

const readProperty = message<Property>({
  1: (cursor, property) => {
    property.name = readText(cursor)
  },
  2: (cursor, property) => {
    property.value = readText(cursor)
  },
})

// The numbers of the fields are those of EventStoreDB's streams.proto.
const readRecorded = message<Found>({
  1: message({
    2: (cursor, event) => {
      event.id = readText(cursor)
    },
  }),
  2: message({
    3: (cursor, event) => {
      event.streamId = readText(cursor)
    },
  }),
  3: (cursor, event) => {
    event.revision = BigInt(readNumber(cursor))
  },
  4: (cursor, event) => {
    event.position.prepare = readPosition(cursor)
  },
  5: (cursor, event) => {
    event.position.commit = readPosition(cursor)
  },
  6: (cursor, event) => {
    const property = { name: '', value: '' }
    readProperty(cursor, property)
    if (property.name === 'type') event.type = property.value
    if (property.name === 'content-type') event.isJson = property.value === 'application/json'
    if (property.name === 'created') event.created = momentOf(property.value)
  },
  7: (cursor, event) => {
    event.metadata = readJson(cursor)
  },
  8: (cursor, event) => {
    event.data = readJson(cursor)
  },
})

const answer: Fields<Found> = { 1: message({ 1: readRecorded }) }

/** The event in an answer to a subscription; one without type and stream when there is none in it. @throws TypeError for bytes that are no answer */
export const eventIn = (bytes: Buffer): ClientEvent => {
  const event: Found = {
    id: '',
    streamId: '',
    revision: 0n,
    type: '',
    isJson: false,
    data: undefined,
    metadata: undefined,
    created: new Date(0),
    position: { commit: 0n, prepare: 0n },
  }
  readFields({ bytes, at: 0 }, bytes.length, answer, event)
  return event
}
