import { type AllStreamResolvedEvent, type AllStreamSubscription, excludeSystemEvents } from '@eventstore/db-client'
import { backOff, changeSignal } from '../../platform/signal.ts'
import type { Connection } from './connection.ts'
import { isOutage } from './error.ts'
import { type ClientEvent, fromPosition, isOurs, recorded } from './event.ts'
import { type Delivery, StoreUnavailable } from '../port.ts'

export type Subscribed = {
  connection: Connection
  head(): Promise<bigint>
  idleMilliseconds: number
  warn(message: string, error: unknown): void
}

/** Events taken from the client at once; at that many unread ones the server is held back. */
const batchSize = 256

type Progress = { position: bigint; isCaughtUp: boolean; attempt: number }

/** Subscribes to the whole log, and again after every end, silent ones too, from the last event delivered: the client's checkpoints run ahead. */
export async function* subscribeToAll(parts: Subscribed, after: bigint, signal: AbortSignal): AsyncGenerator<Delivery> {
  const pause = changeSignal()
  const progress: Progress = { position: after, isCaughtUp: false, attempt: 0 }
  while (!signal.aborted) {
    try {
      for await (const batch of subscribeOnce(parts, progress, signal)) {
        for (const delivery of batch) {
          if (signal.aborted) return
          yield delivery
        }
      }
    } catch (error) {
      if (!isOutage(error) && !(error instanceof StoreUnavailable)) throw error
      if (signal.aborted) return
      parts.warn('the subscription to EventStoreDB was lost, subscribing again', error)
    }
    progress.attempt += 1
    await pause.wait(pause.ticket(), backOff(progress.attempt), signal)
  }
}

/** In batches, because each generator that an event passes through costs as much as reading it does. */
async function* subscribeOnce(parts: Subscribed, progress: Progress, signal: AbortSignal): AsyncGenerator<Delivery[]> {
  const head = await parts.head()
  if (progress.position < head) progress.isCaughtUp = false
  const client = parts.connection.client()
  const subscription = client.subscribeToAll({
    fromPosition: fromPosition(progress.position),
    filter: excludeSystemEvents(),
    credentials: parts.connection.credentials,
  })
  const watch = watchdog(parts, progress)
  try {
    if (isNowCaughtUp(progress, head)) yield [{ kind: 'caughtUp' }]
    for await (const batch of batches(subscription, parts.idleMilliseconds, signal)) {
      if (batch.length === 0 && !signal.aborted) await watch()
      const delivered: Delivery[] = []
      for (const { event } of batch) deliver(event, progress, head, delivered)
      yield delivered
    }
  } catch (error) {
    parts.connection.reportFailure(client)
    throw error
  } finally {
    subscription.unsubscribe().catch(() => {})
  }
}

function deliver(event: ClientEvent | undefined, progress: Progress, head: bigint, into: Delivery[]): void {
  if (!isOurs(event)) return
  const delivered = recorded(event)
  if (delivered.position <= progress.position) return
  progress.position = delivered.position
  progress.attempt = 0
  into.push({ kind: 'event', event: delivered })
  if (isNowCaughtUp(progress, head)) into.push({ kind: 'caughtUp' })
}

function isNowCaughtUp(progress: Progress, head: bigint): boolean {
  if (progress.isCaughtUp || progress.position < head) return false
  progress.isCaughtUp = true
  return true
}

/** Throws when events that stood in the log at the last silence have not come by this one. */
function watchdog(parts: Subscribed, progress: Progress): () => Promise<void> {
  let awaited = 0n
  return async () => {
    if (awaited > progress.position) throw new StoreUnavailable('the subscription has gone silent')
    awaited = await parts.head()
  }
}

/** What has come of the subscription, as soon as anything has; an empty batch after a silence. Throws on any end. */
async function* batches(
  subscription: AllStreamSubscription,
  idleMilliseconds: number,
  signal: AbortSignal,
): AsyncGenerator<AllStreamResolvedEvent[]> {
  let arrived: AllStreamResolvedEvent[] = []
  const end: { error: unknown } = { error: null }
  let wake = () => {}
  let isWaking = false
  let isSilent = false
  const finish = (error: unknown) => {
    end.error ??= error
    wake()
  }
  subscription.on('data', (event: AllStreamResolvedEvent) => {
    arrived.push(event)
    if (arrived.length >= batchSize) subscription.pause()
    if (isWaking) return
    isWaking = true
    setImmediate(() => {
      isWaking = false
      wake()
    })
  })
  // These listeners stay for good: the client may emit an error long after the subscription was left.
  subscription.on('error', finish)
  subscription.on('end', () => finish(new StoreUnavailable('EventStoreDB ended the subscription')))
  subscription.on('close', () => finish(new StoreUnavailable('EventStoreDB closed the subscription')))
  // One timer and one listener for all waits: several thousand events come in a second.
  const timer = setTimeout(() => {
    isSilent = true
    wake()
  }, idleMilliseconds)
  const abort = () => wake()
  signal.addEventListener('abort', abort)
  try {
    while (!signal.aborted) {
      if (arrived.length === 0 && end.error !== null) throw end.error
      timer.refresh()
      isSilent = false
      // A wake-up may come late, for events that have been taken already: only the timer means silence.
      while (arrived.length === 0 && end.error === null && !isSilent && !signal.aborted)
        await new Promise<void>((resolve) => (wake = resolve))
      const batch = arrived
      arrived = []
      if (subscription.isPaused()) subscription.resume()
      if (batch.length > 0 || end.error === null) yield batch
    }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}
