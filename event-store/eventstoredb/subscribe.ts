import { convertToCommandError } from '@eventstore/db-client'
import type { ClientReadableStream } from '@grpc/grpc-js'
import { backOff, changeSignal } from '../../platform/signal.ts'
import { eventIn } from './answer.ts'
import type { Connection } from './connection.ts'
import { isOutage } from './error.ts'
import { type ClientEvent, isOurs, recorded } from './event.ts'
import type { Places } from './moved.ts'
import { type Delivery, StoreUnavailable } from '../port.ts'
import { subscribeToBytes } from './internals.ts'

export type Subscribed = {
  connection: Connection
  head(): Promise<bigint>
  readFrom: Places['readFrom']
  idleMilliseconds: number
  warn(message: string, error: unknown): void
}

/** Answers taken from the client at once; at that many unread ones the server is held back. */
const batchSize = 256

type Progress = { position: bigint; isCaughtUp: boolean; attempt: number }

/** Subscribes to the whole log, and again after every end, silent ones too, from the last event delivered: the client's checkpoints run ahead. */
export async function* subscribeToAll(
  parts: Subscribed,
  after: bigint,
  signal: AbortSignal,
): AsyncGenerator<readonly Delivery[]> {
  const pause = changeSignal()
  const progress: Progress = { position: after, isCaughtUp: false, attempt: 0 }
  while (!signal.aborted) {
    try {
      for await (const batch of subscribeOnce(parts, progress, signal)) {
        if (signal.aborted) return
        yield batch
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
  const place = await parts.readFrom(progress.position)
  const open = () => subscribeToBytes(client, place, parts.connection.credentials)
  const watch = watchdog(parts, progress)
  try {
    if (isNowCaughtUp(progress, head)) yield [{ kind: 'caughtUp' }]
    for await (const batch of batches(open, parts.idleMilliseconds, signal)) {
      if (batch.length === 0 && !signal.aborted) await watch()
      const delivered: Delivery[] = []
      for (const answer of batch) deliver(eventIn(answer), progress, head, delivered)
      if (delivered.length > 0) yield delivered
    }
  } catch (error) {
    parts.connection.reportFailure(client)
    throw error
  }
}

const deliver = (event: ClientEvent, progress: Progress, head: bigint, into: Delivery[]): void => {
  if (!isOurs(event)) return
  const delivered = recorded(event)
  if (delivered.position <= progress.position) return
  progress.position = delivered.position
  progress.attempt = 0
  into.push({ kind: 'event', event: delivered })
  if (isNowCaughtUp(progress, head)) into.push({ kind: 'caughtUp' })
}

const isNowCaughtUp = (progress: Progress, head: bigint): boolean => {
  if (progress.isCaughtUp || progress.position < head) return false
  progress.isCaughtUp = true
  return true
}

/** Throws when events that stood in the log at the last silence have not come by this one. */
const watchdog = (parts: Subscribed, progress: Progress): (() => Promise<void>) => {
  let awaited = 0n
  return async () => {
    if (awaited > progress.position) throw new StoreUnavailable('the subscription has gone silent')
    awaited = await parts.head()
  }
}

/** These listeners stay for good: an error may come long after the subscription was left. */
const onEnd = (stream: ClientReadableStream<Buffer>, finish: (error: unknown) => void): void => {
  stream.on('error', (error) => finish(convertToCommandError(error)))
  stream.on('end', () => finish(new StoreUnavailable('EventStoreDB ended the subscription')))
  stream.on('close', () => finish(new StoreUnavailable('EventStoreDB closed the subscription')))
}

/** What has come of the subscription, as soon as anything has; an empty batch after a silence. Throws on any end. */
async function* batches(
  open: () => Promise<ClientReadableStream<Buffer>>,
  idleMilliseconds: number,
  signal: AbortSignal,
): AsyncGenerator<Buffer[]> {
  let arrived: Buffer[] = []
  let resume = () => {}
  const end: { error: unknown } = { error: null }
  let wake = () => {}
  let isWaking = false
  let isSilent = false
  const finish = (error: unknown) => {
    end.error ??= error
    wake()
  }
  const listen = (stream: ClientReadableStream<Buffer>) => {
    resume = () => stream.resume()
    stream.on('data', (answer: Buffer) => {
      arrived.push(answer)
      if (arrived.length >= batchSize) stream.pause()
      if (isWaking) return
      isWaking = true
      setImmediate(() => {
        isWaking = false
        wake()
      })
    })
    onEnd(stream, finish)
  }
  const subscription = open()
  subscription.then(listen, finish)
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
      resume()
      if (batch.length > 0 || end.error === null) yield batch
    }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    // In a turn of its own, as the client does it: grpc-js must not be cancelled in the middle of an answer.
    subscription.then((stream) => setImmediate(() => stream.cancel())).catch(() => {})
  }
}
