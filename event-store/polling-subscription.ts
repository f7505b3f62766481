import { backOff, changeSignal, type ChangeSignal } from '../platform/signal.ts'
import { type Delivery, type RecordedEvent, StoreUnavailable } from './port.ts'

export type Page = { events: RecordedEvent[]; isLast: boolean }

/**
 * What a subscription by pages needs. `pollMilliseconds` is the safety net for a notice that was missed; `rest` is for how many milliseconds
 * one that has caught up does not look again.
 */
export type PolledStore = {
  readPage(after: bigint): Promise<Page>
  /** The same for whoever has caught up, and need not read the store itself. `ticket` is of `grown`, taken before. */
  readNewPage?(after: bigint, ticket: number): Promise<Page>
  grown: ChangeSignal
  pollMilliseconds: number
  rest: number
  warn(message: string, error: unknown): void
}

/** A subscription made of pages; goes on by itself while the store cannot be reached, any other error ends it. */
export async function* subscribeByPolling(
  store: PolledStore,
  after: bigint,
  signal: AbortSignal,
): AsyncGenerator<readonly Delivery[]> {
  let position = after
  let isCaughtUp = false
  const stillness = changeSignal()
  let readPage: NonNullable<PolledStore['readNewPage']> = store.readPage
  while (!signal.aborted) {
    const ticket = store.grown.ticket()
    const page = await readPersistently({ ...store, readPage: (from) => readPage(from, ticket) }, position, signal)
    if (!page) return
    if (page.events.length > 0) yield page.events.map((event) => ({ kind: 'event', event }))
    position = page.events.at(-1)?.position ?? position
    if (signal.aborted) return
    if (!page.isLast) {
      isCaughtUp = false
      continue
    }
    if (!isCaughtUp) yield [{ kind: 'caughtUp' }]
    isCaughtUp = true
    readPage = store.readNewPage ?? readPage
    if (store.rest > 0) await stillness.wait(stillness.ticket(), store.rest, signal)
    await store.grown.wait(ticket, store.pollMilliseconds, signal)
  }
}

const readPersistently = async (store: PolledStore, after: bigint, signal: AbortSignal): Promise<Page | null> => {
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    try {
      return await store.readPage(after)
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      store.warn('the log cannot be read, trying again', error)
      await store.grown.wait(store.grown.ticket(), backOff(attempt), signal)
    }
  }
  return null
}
