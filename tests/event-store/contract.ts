import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EventStore, StoreUnavailable } from '../../event-store/port.ts'
import { describeAppending } from './contract-append.ts'
import { describeConditions } from './contract-conditions.ts'
import { describeNoLoss } from './contract-gap.ts'
import { describeReading } from './contract-read.ts'
import { sampleEvent, sampleStream } from './samples.ts'

/** A log under test. */
export type OpenLog = {
  store: EventStore
  /** Another store on the same log, as a second process would open it. */
  another?: () => Promise<EventStore>
  /** Cuts every connection to the server; it stays up or comes back. */
  cutConnections?: () => Promise<void>
  /** Writes that never happen: takes positions and rolls back. */
  rollBack?: (stream: string) => Promise<void>
  drop(): Promise<void>
}

/** What an adapter does beyond the port. */
export type Capabilities = {
  /** Whether an event id that is in the log is refused at another revision (EventStoreDB writes it a second time). */
  refusesReusedIds: boolean
  /** Whether `cutConnections` is given. */
  cutsConnections: boolean
}

/** The contract of the port: every adapter passes all of it. `open` gives a log that may already hold other events. */
export function describeEventStore(name: string, open: () => Promise<OpenLog>, capabilities: Capabilities): void {
  describe(`event store contract: ${name}`, () => {
    let opened: OpenLog
    const log = () => opened
    beforeAll(async () => {
      opened = await open()
    }, 60_000)
    afterAll(async () => {
      await opened?.store.close()
      await opened?.drop()
    }, 60_000)

    describeAppending(log, capabilities)
    describeReading(log)
    describeConditions(log)
    describeNoLoss(log, capabilities)

    it('a closed store answers that it is unavailable', async () => {
      await opened.store.close()
      await expect(opened.store.append(sampleStream(), 'none', [sampleEvent()])).rejects.toBeInstanceOf(
        StoreUnavailable,
      )
      await expect(opened.store.read(sampleStream())).rejects.toBeInstanceOf(StoreUnavailable)
    })
  })
}
