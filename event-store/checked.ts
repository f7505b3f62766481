import { isAsAppended } from './chain.ts'
import { leafDigestOf } from './merkle/leaf.ts'
import type { CheckedEvent, EventStore, LinkedEvent, RecordedEvent } from './port.ts'

/** Checks an event that was read whole. A store may do the same from bytes (`EventStore.readChecked`). */
export const checked = (event: RecordedEvent): LinkedEvent => {
  const { position, stream, revision, id, recordedAt, meta } = event
  return {
    position,
    recordedAt: Date.parse(recordedAt),
    leaf: leafDigestOf(event),
    isAsAppended: isAsAppended(event),
    stream,
    revision,
    id,
    at: meta.at,
    isSilent: meta.isSilent === true,
    link: meta.chain.hash,
    prev: meta.chain.prev,
  }
}

/** The next events after a position, checked, in order, at most `limit`. */
export const nextChecked = async (
  store: Pick<EventStore, 'readAll' | 'readChecked'>,
  after: bigint,
  limit: number,
): Promise<CheckedEvent[]> =>
  store.readChecked ? store.readChecked(after, limit) : (await store.readAll(after, limit)).map(checked)
