/** One kind of request, and how often it is sent beside the others. `fields` makes it a POST of a new record, whose name is drawn. */
export type Ask = { path: string; token: string; share: number; fields?: Readonly<Record<string, unknown>> }

/** How requests are sent: by so many callers who wait for each answer, or at a rate, whatever is answered. */
export type Pace = { callers: number } | { perSecond: number }

export type Order = { port: number; asks: readonly Ask[]; pace: Pace; milliseconds: number; seed: number }

/** A new record whose sender was told that it is there. */
export type Acknowledged = { path: string; id: number; name: string }

/** What the senders saw; milliseconds, from the sending on. */
export type Told = {
  /** Requests a second. */
  offered: number
  /** The 99th percentile of what this process itself was held up: the machine adds it to all that is measured. */
  heldUp: number
  served: number[]
  /** Answers of 503 with a sentence and with when to come again. */
  refused: number[]
  /** Anything else: other statuses, broken connections, and what nobody answered within ten seconds after the end. */
  others: Record<string, number>
  acknowledged: Acknowledged[]
}
