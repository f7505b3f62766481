import { createHash } from 'node:crypto'
import type { Json, NewEvent } from './port.ts'

/** JSON with sorted keys and no white space: the same bytes on every machine and after a round trip through jsonb. */
export const canonicalJson = (value: Json): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.keys(value)
    .sort()
    .filter((key) => value[key] !== undefined)
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`)
  return `{${members.join(',')}}`
}

/**
 * The link of an event in its stream's chain: SHA-256, hex, over the previous link and everything the event says, personal
 * data as ciphertext, so that erasure does not break it (design §3).
 */
export const linkHash = (
  stream: string,
  revision: number,
  event: Omit<NewEvent, 'meta'> & { meta: Omit<NewEvent['meta'], 'chain'> },
  previous: string,
): string => {
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
  return createHash('sha256').update(previous).update(said).digest('hex')
}

/** True when an event's link follows from the one before it and from what it says. */
export const isLinked = (stream: string, revision: number, event: NewEvent, previous: string): boolean => {
  const { chain, ...meta } = event.meta
  return chain.prev === previous && chain.hash === linkHash(stream, revision, { ...event, meta }, previous)
}
