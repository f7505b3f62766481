import type { Page } from './polling-subscription.ts'

type Known = { page: Promise<Page>; ticket: number; events: number; readAt: number }

const keptFor = 1_000
const mostEvents = 1_000

/**
 * Pages of the log that several subscriptions read one after the other, each read once. That one is the last, only those are told who
 * took the ticket that its reader had: for all others events may have come since, and they ask again from its end.
 */
export const sharedPages = (read: (after: bigint) => Promise<Page>) => {
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

  return async (after: bigint, ticket: number): Promise<Page> => {
    const known = recent.get(after)
    if (known) {
      const { events, isLast } = await known.page
      return { events, isLast: isLast && ticket === known.ticket }
    }
    const page = read(after)
    const asked = { page, ticket, events: 0, readAt: performance.now() }
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
