import type { Log, ReadStream } from './log.ts'
import { noSnapshots } from './snapshots.ts'

const readOnly = async (): Promise<never> => {
  throw new TypeError('nothing is appended to a log as it was')
}

/** A log as it was at a position, to be read alone. Which unique values were held then, and which guards were closed, it does not know: none. */
export const logUntil = (real: Log, position: bigint): Log => {
  const cut = ({ events: all, head }: ReadStream): ReadStream => {
    const events = all.filter((event) => event.position <= position)
    const last = events.at(-1)
    return {
      events,
      head: { ...head, expected: last ? last.revision : 'none', lastHash: last?.meta.chain.hash ?? '' },
    }
  }
  const read: Log['read'] = async (stream, from) => cut(await real.read(stream, from))
  return {
    ...real,
    store: { ...real.store, holder: async () => null, readGuard: async () => ({ revision: 0n, isClosed: false }) },
    // The latest may be of something later.
    snapshots: noSnapshots,
    read,
    readLatest: async (stream) => ({ snapshot: null, ...(await read(stream)) }),
    append: readOnly,
  }
}
