import { ErrorType, NO_STREAM } from '@eventstore/db-client'
import pLimit from 'p-limit'
import { backOff, changeSignal } from '../../platform/signal.ts'
import type { Connection } from './connection.ts'
import { asUnavailable, errorType, isOutage } from './error.ts'
import { toClientEvent, toPosition } from './event.ts'
import type { Reader } from './read.ts'
import { type Appended, AppendTooLarge, StoreUnavailable, WrongRevision } from '../port.ts'
import type { PreparedAppend } from '../prepare.ts'

export type Appender = {
  /** Writes the events. An unknown outcome is repeated with the same ids until `until` (performance.now()), which EventStoreDB answers alike. */
  write(append: PreparedAppend, until: number): Promise<Appended>
  /** What became of an earlier try: the answer it would have had, or null when its events are not there. */
  look(append: Sought): Promise<Appended | null>
}

export type Sought = Pick<PreparedAppend, 'stream' | 'expected' | 'ids'>

/** The client has no limit of its own, and more than this in flight makes it slower, not faster. */
export const inFlight = 32

/**
 * In effect never: EventStoreDB takes a request that is reset in the middle for a whole one and writes its first events (seen on 23.10).
 * We stop waiting much sooner, but let it be sent to its end; a connection that breaks in the middle writes nothing.
 */
const neverWhileSending = 24 * 3_600_000

/** Appends, at most `inFlight` at once; after an unknown outcome the same ids and revision go again. @param answerMilliseconds for one answer */
export const makeAppender = (connection: Connection, reader: Reader, answerMilliseconds: number): Appender => {
  const oneOf = pLimit(inFlight)
  const send = (append: PreparedAppend, until: number) =>
    connection.attempt(answerMilliseconds, async (client) => {
      // Nothing is sent late: by then a reservation made for it may have been given up.
      if (performance.now() > until) throw new StoreUnavailable('there was no time left to append')
      const { stream, expected, events } = append
      const answer = await client.appendToStream(stream, events.map(toClientEvent), {
        expectedRevision: expected === 'none' ? NO_STREAM : BigInt(expected),
        credentials: connection.credentials,
        requiresLeader: true,
        deadline: neverWhileSending,
      })
      return { position: toPosition(answer.position), revision: Number(answer.nextExpectedRevision) }
    })

  const look = async ({ stream, expected, ids }: Sought) => {
    const there = await reader.stream(stream, expected === 'none' ? 0 : expected + 1, ids.length)
    const last = there.at(-1)
    const isSame = there.length === ids.length && there.every(({ id }, index) => id === ids[index])
    return isSame && last ? { position: last.position, revision: last.revision } : null
  }
  return {
    look,
    async write(append, until) {
      const pause = changeSignal()
      for (let attempt = 1; ; attempt += 1) {
        try {
          const appended = await oneOf(() => send(append, until))
          // A repeated append of what was moved: the server answers where it stands, and not which position it has.
          return (await reader.isMoved(appended.position)) ? ((await look(append)) ?? appended) : appended
        } catch (error) {
          if (errorType(error) === ErrorType.WRONG_EXPECTED_VERSION) return await late(append, error, look)
          if (!isOutage(error)) throw asPortError(error)
          const milliseconds = Math.min(1000, backOff(attempt))
          if (performance.now() + milliseconds > until) throw asUnavailable(error)
          await pause.wait(pause.ticket(), milliseconds, new AbortController().signal)
        }
      }
    },
  }
}

/** The stream has moved: either by a try of ours whose answer was lost, or by somebody else. */
const late = async (append: PreparedAppend, error: unknown, look: Appender['look']): Promise<Appended> => {
  const found = await look(append)
  if (found) return found
  const actual = error instanceof Error && 'actualVersion' in error ? error.actualVersion : null
  throw new WrongRevision(append.stream, typeof actual === 'bigint' && actual >= 0n ? Number(actual) : 'none')
}

const asPortError = (error: unknown): unknown => {
  const type = errorType(error)
  if (type === ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED)
    return new AppendTooLarge('EventStoreDB is set to smaller appends')
  if (type === ErrorType.STREAM_DELETED)
    return new StoreUnavailable('the stream was deleted from EventStoreDB', { cause: error })
  return asUnavailable(error)
}
