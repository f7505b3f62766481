import { type AllStreamResolvedEvent, type AllStreamSubscription, excludeSystemEvents } from '@eventstore/db-client'
import { backOff, makeBell } from './bell.ts'
import type { Connection } from './eventstoredb-connection.ts'
import { isOutage } from './eventstoredb-error.ts'
import { fromPosition, isOurs, recorded } from './eventstoredb-event.ts'
import { type Delivery, StoreUnavailable } from './port.ts'

/** What a subscription needs. `idleMilliseconds`: silence after which the head of the log is looked at. */
export type Subscribed = {
  connection: Connection
  head(): Promise<bigint>
  idleMilliseconds: number
  warn(message: string, error: unknown): void
}

/** Where a subscription stands, over all its connections. */
type Progress = { position: bigint; isCaughtUp: boolean; attempt: number }

/**
 * Subscribes to the whole log and again after every end, of which there are many: an error, a silent end, a server that
 * says nothing while the head moves on. Resumes after the last event delivered; the client's checkpoints run ahead of
 * what was delivered and are not used.
 */
export async function* subscribeToAll(parts: Subscribed, after: bigint, signal: AbortSignal): AsyncGenerator<Delivery> {
  const pause = makeBell()
  const progress: Progress = { position: after, isCaughtUp: false, attempt: 0 }
  while (!signal.aborted) {
    try {
      yield* subscribeOnce(parts, progress, signal)
    } catch (error) {
      if (!isOutage(error) && !(error instanceof StoreUnavailable)) throw error
      if (signal.aborted) return
      parts.warn('the subscription to EventStoreDB was lost, subscribing again', error)
    }
    progress.attempt += 1
    await pause.wait(pause.ticket(), backOff(progress.attempt), signal)
  }
}

async function* subscribeOnce(parts: Subscribed, progress: Progress, signal: AbortSignal): AsyncGenerator<Delivery> {
  const head = await parts.head()
  if (progress.position < head) progress.isCaughtUp = false
  const client = parts.connection.client()
  const subscription = client.subscribeToAll(
    { fromPosition: fromPosition(progress.position), filter: excludeSystemEvents(), credentials: parts.connection.credentials },
    { highWaterMark: 256 },
  )
  const watch = watchdog(parts, progress)
  try {
    if (progress.position >= head) yield* caughtUp(progress)
    for await (const batch of batches(subscription, parts.idleMilliseconds, signal)) {
      if (signal.aborted) return
      if (batch.length === 0) await watch()
      for (const { event } of batch) {
        if (signal.aborted) return
        if (!isOurs(event)) continue
        const delivered = recorded(event)
        if (delivered.position <= progress.position) continue
        yield { kind: 'event', event: delivered }
        progress.position = delivered.position
        progress.attempt = 0
        if (progress.position >= head) yield* caughtUp(progress)
      }
    }
  } catch (error) {
    parts.connection.reportFailure(client)
    throw error
  } finally {
    subscription.unsubscribe().catch(() => {})
  }
}

function* caughtUp(progress: Progress): Generator<Delivery> {
  if (progress.isCaughtUp) return
  progress.isCaughtUp = true
  yield { kind: 'caughtUp' }
}

/** Throws when events that stood in the log at the last silence have not come by this one. */
function watchdog(parts: Subscribed, progress: Progress): () => Promise<void> {
  let awaited = 0n
  return async () => {
    if (awaited > progress.position) throw new StoreUnavailable('the subscription has gone silent')
    awaited = await parts.head()
  }
}

/** What the subscription holds ready, as soon as it holds anything; an empty batch after a silence. Throws on any end. */
async function* batches(
  subscription: AllStreamSubscription,
  idleMilliseconds: number,
  signal: AbortSignal,
): AsyncGenerator<AllStreamResolvedEvent[]> {
  const bell = makeBell()
  const end: { error: unknown } = { error: null }
  const finish = (error: unknown) => {
    end.error ??= error
    bell.ring()
  }
  // These listeners stay for good: the client may emit an error long after the subscription was left.
  subscription.on('error', finish)
  subscription.on('end', () => finish(new StoreUnavailable('EventStoreDB ended the subscription')))
  subscription.on('close', () => finish(new StoreUnavailable('EventStoreDB closed the subscription')))
  subscription.on('readable', bell.ring)
  while (!signal.aborted) {
    const ticket = bell.ticket()
    const batch = takeAll(subscription)
    if (batch.length === 0 && end.error !== null) throw end.error
    if (batch.length === 0) await bell.wait(ticket, idleMilliseconds, signal)
    if (batch.length > 0 || bell.ticket() === ticket) yield batch
  }
}

function takeAll(subscription: AllStreamSubscription): AllStreamResolvedEvent[] {
  const batch: AllStreamResolvedEvent[] = []
  while (batch.length < 256) {
    // The stream is in object mode and its typings know what it carries, but read() is declared as any.
    const event: AllStreamResolvedEvent | null = subscription.read()
    if (event === null) break
    batch.push(event)
  }
  return batch
}
