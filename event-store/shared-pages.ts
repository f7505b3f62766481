import type { Page } from './polling-subscription.ts'
import type { RecordedEvent } from './port.ts'

type Known = { page(): Promise<Page>; ticket: number; events: number; readAt: number }

/** What an append of this process has written, all of it right behind `after`. `events` makes them as a reader gets them. */
export type Written = { after: bigint; count: number; events(): RecordedEvent[] }

const keptFor = 1_000
const mostEvents = 1_000

const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/**
 * Pages of the log that several subscriptions read one after the other, each read once, or not at all where this process has written what
 * comes next. A page is the last for those only who took the ticket that its reader had: for all others events may have come since, and
 * they ask again from its end.
 */
export const sharedPages = (read: (after: bigint) => Promise<Page>) => {
  const recent = new Map<bigint, Known>()
  let sweeping: NodeJS.Timeout | undefined
  let added = 0

  /** Leaves the newest pages, as many as hold a page's worth of events. */
  const sweep = () => {
    let events = 0
    for (const [after, known] of [...recent].toReversed()) {
      events += known.events
      if (events > mostEvents || performance.now() - known.readAt > keptFor) recent.delete(after)
    }
    added = 0
    clearTimeout(sweeping)
    sweeping = recent.size > 0 ? setTimeout(sweep, keptFor).unref() : undefined
  }

  /** Sweeps now and then: twice as many events as are kept are there at most. */
  const sweepAfter = (events: number) => {
    added += events
    if (added > mostEvents) sweep()
    else sweeping ??= setTimeout(sweep, keptFor).unref()
  }

  return {
    async read(after: bigint, ticket: number): Promise<Page> {
      const known = recent.get(after)
      if (known) {
        const { events, isLast } = await known.page()
        return { events, isLast: isLast && ticket === known.ticket }
      }
      const page = read(after)
      const asked = { page: () => page, ticket, events: 0, readAt: performance.now() }
      recent.set(after, asked)
      const found = await page.catch((error: unknown) => {
        recent.delete(after)
        throw error
      })
      asked.events = found.events.length
      if (found.events.length === 0) recent.delete(after)
      sweepAfter(found.events.length)
      return found
    },
    /** Spares the next read behind `after`. `ticket` is the one that tells of these events. */
    keep({ after, count, events }: Written, ticket: number): void {
      if (recent.has(after)) return
      const page = once(async () => ({ events: events(), isLast: true }))
      recent.set(after, { page, ticket, events: count, readAt: performance.now() })
      sweepAfter(count)
    },
  }
}
