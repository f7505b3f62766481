import { randomUUID } from 'node:crypto'
import { convertToCommandError } from '@eventstore/db-client'
import { isAsAppended } from '../chain.ts'
import { type RecordedEvent, StoreUnavailable } from '../port.ts'
import type { Connection } from './connection.ts'
import { asUnavailable } from './error.ts'
import { toMovedEvent } from './event.ts'
import { appendAnswer, appendRequest, openAppends } from './internals.ts'
import { MoveRefused } from './moved.ts'

/** Appends that are under way at once. */
export const mostUnderWay = 128

const most = { events: 500, characters: 250_000 }

export const otherEvents =
  'EVENTSTORE_URL names an EventStoreDB that holds other events than this log: give an empty one, or the one that the log was being moved to.'

const sizeOf = ({ data, personal, meta }: RecordedEvent): number => JSON.stringify([data, personal, meta]).length

/** Runs of events of one stream that follow each other in the log, each small enough for one append. */
export const runsOf = (events: readonly RecordedEvent[]): RecordedEvent[][] => {
  const runs: RecordedEvent[][] = []
  let size = 0
  for (const event of events) {
    const run = runs.at(-1)
    const own = sizeOf(event)
    size += own
    if (run?.[0]?.stream === event.stream && run.length < most.events && size <= most.characters) run.push(event)
    else {
      runs.push([event])
      size = own
    }
  }
  return runs
}

type Waiting = { run: readonly RecordedEvent[]; resolve(): void; reject(error: unknown): void }

const refusedFor = ([first]: readonly RecordedEvent[], refusal: string): Error => {
  if (refusal.endsWith('WrongExpectedVersion')) return new MoveRefused(otherEvents)
  if (refusal.endsWith('MaximumAppendSizeExceeded'))
    return new MoveRefused(`Position ${first?.position}: the event is too large for this EventStoreDB.`)
  return new StoreUnavailable(`EventStoreDB refused an append (${refusal})`)
}

/**
 * Appends runs of events by one call, in order and without waiting for each answer: EventStoreDB takes what comes by one call in the order in which it
 * comes (docs/decisions/log/0171). With the first failure the call has ended, and all that was not answered fails. @throws StoreUnavailable, MoveRefused
 */
export const orderedAppends = async (connection: Connection, answerMilliseconds: number) => {
  const client = connection.client()
  const call = await openAppends(client, connection.credentials).catch((error: unknown) => {
    throw asUnavailable(error)
  })
  const waiting = new Map<string, Waiting>()
  let failure: unknown = null
  const fail = (error: unknown) => {
    failure ??= error
    for (const { reject } of waiting.values()) reject(failure)
    waiting.clear()
    clearTimeout(timer)
    call.cancel()
  }
  const timer = setTimeout(() => {
    connection.reportFailure(client)
    fail(new StoreUnavailable('EventStoreDB does not answer'))
  }, answerMilliseconds)
  call.on('error', (error) => {
    connection.reportFailure(client)
    fail(asUnavailable(convertToCommandError(error)))
  })
  call.on('end', () => fail(new StoreUnavailable('EventStoreDB ended the call')))
  call.on('data', (answer: Parameters<typeof appendAnswer>[0]) => {
    timer.refresh()
    const { id, refusal } = appendAnswer(answer)
    const one = waiting.get(id)
    if (!one) return
    if (refusal !== null) return fail(refusedFor(one.run, refusal))
    waiting.delete(id)
    one.resolve()
  })
  return {
    send: (run: readonly RecordedEvent[]): Promise<void> =>
      new Promise((resolve, reject) => {
        const [first] = run
        if (!first) return resolve()
        const broken = run.find((event) => !isAsAppended(event))
        // Nothing may follow what was left out.
        if (broken)
          fail(new MoveRefused(`Position ${broken.position}: the event is not what was appended. Run verify.`))
        if (failure !== null) return reject(failure)
        const id = randomUUID()
        waiting.set(id, { run, resolve, reject })
        const expected = first.revision === 0 ? null : first.revision - 1
        call.write(appendRequest(id, first.stream, expected, run.map(toMovedEvent)))
      }),
    close: () => {
      clearTimeout(timer)
      failure ??= new StoreUnavailable('the call is over')
      call.end()
    },
  }
}
