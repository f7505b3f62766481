import { hash } from 'node:crypto'
import { canonicalJson } from '../domain/canonical-json.ts'
import type { NewEvent, RecordedEvent } from './port.ts'

/** An event's link in its stream's chain: SHA-256 over the link before and the event, personal data as ciphertext (docs/architecture.md#the-log). */
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
  return hash('sha256', previous + said, 'hex')
}

/** True when an event's link follows from `previous` and from what the event holds. */
export const isLinked = (stream: string, revision: number, event: NewEvent, previous: string): boolean => {
  const { chain, ...meta } = event.meta
  return chain.prev === previous && chain.hash === linkHash(stream, revision, { ...event, meta }, previous)
}

const judged = new WeakMap<RecordedEvent, boolean>()

/** True when an event is what its own link says of it. Judged once for each, whoever asks. */
export const isAsAppended = (event: RecordedEvent): boolean => {
  const known = judged.get(event)
  if (known !== undefined) return known
  const is = isLinked(event.stream, event.revision, event, event.meta.chain.prev)
  judged.set(event, is)
  return is
}
