import {
  BACKWARDS,
  END,
  ErrorType,
  type ReadPosition,
  type ResolvedEvent,
  type StreamingRead,
} from '@eventstore/db-client'
import { backOff, changeSignal } from '../../platform/signal.ts'
import type { Connection } from './connection.ts'
import { asUnavailable, CutOff, errorType, isOutage, NoAnswer } from './error.ts'
import { type ClientEvent, fromPosition, isOurs, type LogPosition, recorded, toPosition } from './event.ts'
import type { RecordedEvent } from '../port.ts'
import { type Places, placesApart } from './moved.ts'

export type Reader = {
  stream(stream: string, fromRevision: number, maxCount?: number): Promise<RecordedEvent[]>
  all(after: bigint, limit: number): Promise<RecordedEvent[]>
  /** What stands in EventStoreDB from a place on, itself included, and where to go on; `next` is null at the end. */
  page(from: ReadPosition, count: number): Promise<Page>
  head(): Promise<bigint>
  /** Whether what stands there came from another store. */
  isMoved(place: bigint): Promise<boolean>
}

/** `place` is the commit position in EventStoreDB, which is the event's position unless it was moved (moved.ts). */
export type Placed = { place: bigint; event: RecordedEvent }
export type Page = { placed: Placed[]; next: LogPosition | null }

/** Reads streams and the whole log. @param answerMilliseconds after which a silent server counts as away */
export const makeReader = (connection: Connection, answerMilliseconds: number, places: Places): Reader => {
  const page = <T extends { event?: ClientEvent }>(open: Open<T>) =>
    persistently(() => collect(connection, answerMilliseconds, open))
  const allPage = (from: ReadPosition, maxCount: number, direction?: typeof BACKWARDS) =>
    page((client) =>
      client.readAll({ fromPosition: from, maxCount, requiresLeader: true, ...(direction && { direction }) }),
    )
  const pageFrom = async (from: ReadPosition, count: number): Promise<Page> => {
    const events = await allPage(from, count)
    const placed = events.flatMap(({ event }) =>
      isOurs(event) ? [{ place: toPosition(event.position), event: recorded(event) }] : [],
    )
    return { placed, next: events.length < count ? null : (events.at(-1)?.event?.position ?? null) }
  }
  return {
    page: pageFrom,
    isMoved: places.isMoved,
    async stream(stream, fromRevision, maxCount = Number.MAX_SAFE_INTEGER) {
      const options = { fromRevision: BigInt(fromRevision), maxCount, requiresLeader: true }
      const events = await page((client): StreamingRead<ResolvedEvent> => client.readStream(stream, options))
      return events.flatMap(({ event }) => (isOurs(event) ? [recorded(event)] : []))
    },
    async all(after, limit) {
      const found: RecordedEvent[] = []
      const place = await places.readFrom(after)
      // The page begins with the event at the place itself.
      const ahead = place === after ? 1 : placesApart + 1
      let from: ReadPosition | null = fromPosition(place)
      while (from && found.length < limit) {
        const { placed, next }: Page = await pageFrom(from, Math.min(limit - found.length, 4000) + ahead)
        const last = found.at(-1)?.position ?? after
        found.push(...placed.flatMap(({ event }) => (event.position > last ? [event] : [])))
        from = next
      }
      return found.slice(0, limit)
    },
    head: headReader((from, maxCount) => allPage(from, maxCount, BACKWARDS)),
  }
}

type Backwards = (
  from: ReadPosition,
  maxCount: number,
) => Promise<{ event?: { position?: LogPosition } & ClientEvent }[]>

/** The last event of ours. The server writes events of its own too, so what has been searched once is not searched again. */
const headReader = (readBackwards: Backwards): (() => Promise<bigint>) => {
  let searchedTo = -1n
  let answer = 0n
  return async () => {
    let from: ReadPosition = END
    let newest: bigint | null = null
    let found: bigint | null = null
    for (let maxCount = 8; found === null; maxCount = 512) {
      const events = await readBackwards(from, maxCount)
      newest ??= events[0]?.event?.position?.commit ?? 0n
      for (const { event } of events) {
        if (found === null && event?.position && event.position.commit <= searchedTo) found = answer
        if (found === null && isOurs(event)) found = recorded(event).position
      }
      const last = events.at(-1)?.event?.position
      if (events.length < maxCount || !last) break
      from = last
    }
    const head = found ?? 0n
    if (newest !== null && newest > searchedTo) {
      searchedTo = newest
      answer = head
    }
    return head
  }
}

type Open<T> = (client: ReturnType<Connection['client']>) => StreamingRead<T>

/** All of a read. A stream that is not there is empty. Reads have no deadline in the client, so one of ours watches them. */
const collect = async <T>(connection: Connection, milliseconds: number, open: Open<T>): Promise<T[]> => {
  const client = connection.client()
  const stream = open(client)
  // An error may also come after the loop has ended, when nobody listens any more.
  stream.on('error', () => {})
  const timer = setTimeout(() => stream.destroy(new NoAnswer(milliseconds)), milliseconds)
  const found: T[] = []
  try {
    for await (const event of stream) {
      found.push(event)
      timer.refresh()
    }
    if (!connection.isInUse(client)) throw new CutOff()
    return found
  } catch (error) {
    if (errorType(error) === ErrorType.STREAM_NOT_FOUND) return []
    stream.cancel().catch(() => {})
    if (isOutage(error)) connection.reportFailure(client)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

const persistently = async <T>(read: () => Promise<T>): Promise<T> => {
  const pause = changeSignal()
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read()
    } catch (error) {
      if (!isOutage(error) || attempt === 3) throw asUnavailable(error)
      await pause.wait(pause.ticket(), backOff(attempt), new AbortController().signal)
    }
  }
}
