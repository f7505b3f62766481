import type { RecordedEvent } from '../port.ts'
import { type Digest, leafDigest, leafHash } from './tree.ts'

/**
 * What a leaf of the tree says of an event, in lines: position, stream, revision, id, type, link, recorded time. The link (event-store/chain.ts)
 * is the hash of everything that is stored of it, personal data as ciphertext, so that a leaf is the same in every store. It says nothing of
 * the link itself, which is checked with the event.
 */
export const leafOf = ({ position, stream, revision, id, type, meta, recordedAt }: RecordedEvent): string =>
  `${position}\n${stream}\n${revision}\n${id}\n${type}\n${meta.chain.hash}\n${recordedAt}`

/** The hash of an event's leaf. */
export const leafDigestOf = (event: RecordedEvent): Digest => leafDigest(leafOf(event))

/** The same as bytes. */
export const hashOf = (event: RecordedEvent): Buffer => leafHash(leafOf(event))
