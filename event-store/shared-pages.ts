import type { Page } from './polling-subscription.ts'

type ReadPage = (after: bigint) => Promise<Page>
type Known = { page: Promise<Page>; events: number; readAt: number }

const keptFor = 1_000
const mostEvents = 1_000

/**
 * Pages of the log that several subscriptions read one after the other, each read once. Only whoever asked the store is told that
 * it is the last one: events may have come since, and the others ask again from its end.
 */
export const sharedPages = (read: ReadPage): ReadPage => {
  const recent = new Map<bigint, Known>()
  let sweeping: NodeJS.Timeout | undefined

  /** Leaves the newest pages, as many as hold a page's worth of events. */
  const sweep = () => {
    let events = 0
    for (const [after, known] of [...recent].toReversed()) {
      events += known.events
      if (events > mostEvents || performance.now() - known.readAt > keptFor) recent.delete(after)
    }
    sweeping = recent.size > 0 ? setTimeout(sweep, keptFor).unref() : undefined
  }

  return async (after) => {
    const known = recent.get(after)
    if (known) return { events: (await known.page).events, isLast: false }
    const page = read(after)
    const asked = { page, events: 0, readAt: performance.now() }
    recent.set(after, asked)
    const found = await page.catch((error: unknown) => {
      recent.delete(after)
      throw error
    })
    asked.events = found.events.length
    if (found.events.length === 0) recent.delete(after)
    clearTimeout(sweeping)
    sweep()
    return found
  }
}
