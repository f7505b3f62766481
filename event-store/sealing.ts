import { hash } from 'node:crypto'
import { canonicalJson } from '../domain/canonical-json.ts'
import { type EventType, type JsonObject, streamOf } from '../domain/event.ts'
import { keyedHash } from '../platform/keys.ts'
import type { RecordedEvent } from './port.ts'

/** Whose key seals an event: the stream itself, or who it says it belongs to; '' for nobody. */
export const subjectOf = (type: EventType | undefined, stream: string, data: JsonObject): string => {
  if (type?.author !== undefined) {
    const id = data[type.author.field]
    return typeof id === 'number' ? streamOf(type.author.of, id) : ''
  }
  if (type?.owner === undefined) return stream
  const named = data[type.owner]
  return typeof named === 'string' ? named : ''
}

/** What is authenticated with a sealed part, and given again to open it. */
export const bindingOf = ({ stream, type, id }: Pick<RecordedEvent, 'stream' | 'type' | 'id'>): string =>
  `${stream}|${type}|${id}`

/** What makes a commitment of one event unguessable, in base64. It follows from the person's key, and is gone with it. */
export const saltOf = (key: Uint8Array, binding: string): string =>
  keyedHash(key, `commitment|${binding}`).toString('base64')

/**
 * What an event says of its sealed values beside the ciphertext: SHA-256 over the salt and their canonical JSON, in base64. Whoever is shown
 * both can tell that these values were sealed, without the key, and learns nothing of any other event (docs/decisions/log/0130).
 */
export const commitmentTo = (values: JsonObject, salt: string): string =>
  hash('sha256', Buffer.concat([Buffer.from(salt, 'base64'), Buffer.from(canonicalJson(values))]), 'base64')
