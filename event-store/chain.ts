import { hash } from 'node:crypto'
import { canonicalJson } from '../domain/canonical-json.ts'
import type { Chain, EventMeta, NewEvent, RecordedEvent } from './port.ts'
import { storedJson } from './stored-json.ts'

/** An event that no link was made for yet. */
export type Unlinked = Omit<NewEvent, 'meta'> & { meta: Omit<EventMeta, 'chain'> }

/** The form of links that are made today. Those without a form are of before: SHA-256 over the link before and canonical JSON. */
export const form = 2

// Stands where the digits of a link will be, while it is computed.
const noDigits = '0'.repeat(64)

/** The parts of an event as PostgreSQL gives them back. */
export type StoredParts = { data: string; personal: string | null; meta: string }

const partsOf = ({ data, personal, meta }: Unlinked, chain: Chain): StoredParts => ({
  data: storedJson(data),
  personal: personal && storedJson(personal),
  meta: storedJson({ ...meta, actor: { ...meta.actor }, chain: { ...chain } }),
})

// What is hashed is written here, one event after the other.
let scratch = Buffer.alloc(16_384)
let end = 0

const begin = (characters: number): void => {
  // UTF-8 takes at most three bytes for each unit of a text.
  if (scratch.length < characters * 3 + 256) scratch = Buffer.alloc(characters * 6 + 256)
  end = 0
}

const putInteger = (value: number): void => {
  end = scratch.writeInt32BE(value, end)
}

const putText = (text: string, encoding: 'utf8' | 'hex' = 'utf8'): void => {
  const length = scratch.write(text, end + 4, encoding)
  putInteger(length)
  end += length
}

const putJson = (text: string | null): void => {
  if (text === null) return putInteger(-1)
  const length = scratch.write(text, end + 5)
  putInteger(length + 1)
  // Jsonb goes over the wire with its version in front.
  scratch[end] = 1
  end += length + 1
}

/**
 * What a link of form 2 is: SHA-256 over stream, revision, id, type, data, personal part and metadata as a row of PostgreSQL's binary COPY, that
 * is each with its length in front (-1 for what is null). So a row that is read is hashed as it is (docs/decisions/log/0150).
 */
const digitsOf = (stream: string, revision: number, { id, type }: Unlinked, parts: StoredParts): string => {
  const { data, personal, meta } = parts
  begin(stream.length + type.length + data.length + (personal?.length ?? 0) + meta.length)
  putText(stream)
  putInteger(4)
  putInteger(revision)
  putText(id.replaceAll('-', ''), 'hex')
  putText(type)
  putJson(data)
  putJson(personal)
  putJson(meta)
  return hash('sha256', scratch.subarray(0, end), 'hex')
}

// Between linking and appending: an append that came to nothing leaves some behind.
const written = new Map<NewEvent, StoredParts>()
const mostWritten = 2_000

/** The parts of an event as its store will give them back. Those of one that was just linked are at hand, once. */
export const storedParts = (event: NewEvent): StoredParts => {
  const parts = written.get(event) ?? partsOf(event, event.meta.chain)
  written.delete(event)
  return parts
}

/** The event with its link: SHA-256 over the event as PostgreSQL stores it, personal data as ciphertext, with the link before (docs/architecture.md#the-log). */
export const linked = (stream: string, revision: number, event: Unlinked, prev: string): NewEvent => {
  const { data, personal, meta } = partsOf(event, { form, hash: noDigits, prev })
  const digits = digitsOf(stream, revision, event, { data, personal, meta })
  const made: NewEvent = { ...event, meta: { ...event.meta, chain: { form, hash: digits, prev } } }
  // Of what is written ahead of the link nothing can look like it: quotes within texts are escaped.
  if (written.size >= mostWritten) written.clear()
  written.set(made, { data, personal, meta: meta.replace(`"hash": "${noDigits}"`, `"hash": "${digits}"`) })
  return made
}

/** What a link of before forms existed is of an event. Nothing is appended with it any more. */
export const formerHash = (stream: string, revision: number, event: Unlinked, previous: string): string => {
  const { id, type, data, personal, meta } = event
  const said = canonicalJson({
    stream,
    revision,
    id,
    type,
    data,
    personal,
    meta: { ...meta, actor: { ...meta.actor } },
  })
  return hash('sha256', previous + said, 'hex')
}

const hashOf = (stream: string, revision: number, event: NewEvent): string | null => {
  const { chain, ...meta } = event.meta
  const names = Object.keys(chain).length
  const unlinked = { ...event, meta }
  if (chain.form === undefined && names === 2) return formerHash(stream, revision, unlinked, chain.prev)
  if (chain.form !== form || names !== 3) return null
  return digitsOf(stream, revision, unlinked, partsOf(unlinked, { ...chain, hash: noDigits }))
}

/** True when an event's link, of whatever form, follows from `previous` and from what the event holds. */
export const isLinked = (stream: string, revision: number, event: NewEvent, previous: string): boolean =>
  event.meta.chain.prev === previous && event.meta.chain.hash === hashOf(stream, revision, event)

/** True when an event is what its own link says of it. */
export const isAsAppended = (event: RecordedEvent): boolean =>
  isLinked(event.stream, event.revision, event, event.meta.chain.prev)
