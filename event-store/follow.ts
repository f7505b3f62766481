import { backOff, type Bell } from '../platform/bell.ts'
import { type Delivery, type RecordedEvent, StoreUnavailable } from './port.ts'

/** A page of the log; `isLast` says that the log held nothing more when it was read. */
export type Page = { events: RecordedEvent[]; isLast: boolean }

/** What a subscription by pages needs. `pollMilliseconds` is the safety net for a bell that did not ring. */
export type Followed = {
  readPage(after: bigint): Promise<Page>
  bell: Bell
  pollMilliseconds: number
  warn(message: string, error: unknown): void
}

/**
 * A subscription made of pages, for stores whose position order is their commit order.
 * Goes on by itself while the store cannot be reached; any other error ends it.
 */
export async function* follow(store: Followed, after: bigint, signal: AbortSignal): AsyncGenerator<Delivery> {
  let position = after
  let isCaughtUp = false
  while (!signal.aborted) {
    const ticket = store.bell.ticket()
    const page = await readPersistently(store, position, signal)
    if (!page) return
    for (const event of page.events) {
      if (signal.aborted) return
      yield { kind: 'event', event }
      position = event.position
    }
    if (!page.isLast) {
      isCaughtUp = false
      continue
    }
    if (!isCaughtUp) yield { kind: 'caughtUp' }
    isCaughtUp = true
    await store.bell.wait(ticket, store.pollMilliseconds, signal)
  }
}

async function readPersistently(store: Followed, after: bigint, signal: AbortSignal): Promise<Page | null> {
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    try {
      return await store.readPage(after)
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      store.warn('the log cannot be read, trying again', error)
      await store.bell.wait(store.bell.ticket(), backOff(attempt), signal)
    }
  }
  return null
}
