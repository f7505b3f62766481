import type pg from 'pg'
import type { Log } from '../../event-store/log.ts'
import type { RecordedEvent } from '../../event-store/port.ts'
import { asError } from '../../platform/as-error.ts'
import { transaction } from '../../platform/database/connection.ts'
import type { Logger } from '../../platform/logger.ts'
import { backOff } from '../../platform/signal.ts'
import { isOutage } from '../running/poison.ts'
import { SteppedDown } from '../running/read-model-writer.ts'
import { type Follow, startSubscription } from '../running/subscription.ts'
import type { Consumer } from './consumer.ts'

/** `electionPause`: after so many milliseconds whoever waits for its turn asks again. */
type Parts = { pool: pg.Pool; log: Log; logger: Logger; consumer: Consumer; electionPause?: number }

// Nothing that follows from events is awaited by anybody, and whoever wins one turn asks for the others at once. Each consumer has its own
// pause, so that together they ask often.
const usualPause = (): number => 30_000 * (0.5 + Math.random())
const pace = 200
const attempts = 3

/** Where a consumer stands and what it set aside, on the connection that holds its lock. */
const placeOf = async (client: pg.Client, log: Log, { name, from }: Consumer) => {
  const start = from === 'now' ? await log.store.head() : 0n
  await client.query('insert into consumer.checkpoint values ($1, $2) on conflict (name) do nothing', [
    name,
    String(start),
  ])
  const { rows } = await client.query<{ position: string }>(
    'select position from consumer.checkpoint where name = $1',
    [name],
  )
  const deadLettered = await client.query<{ stream: string }>(
    'select distinct stream from consumer.dead_letter where consumer = $1',
    [name],
  )
  return {
    position: BigInt(rows[0]?.position ?? 0),
    deadLettered: new Set(deadLettered.rows.map(({ stream }) => stream)),
  }
}

// What leaves the house after a commit must not be forgotten by a crash (docs/architecture.md#the-read-side).
const inOne = (client: pg.Client, work: () => Promise<void>): Promise<void> =>
  transaction(client, work, 'begin; set local synchronous_commit to on')

/** One round: tries again what was set aside, then takes events from the checkpoint on. */
const consume = async ({ log, logger, consumer }: Parts, client: pg.Client, follow: Follow) => {
  const { name } = consumer
  let { position, deadLettered } = await placeOf(client, log, consumer)

  const handle = async (events: readonly RecordedEvent[]) => {
    if ('handleRecorded' in consumer) return consumer.handleRecorded(events, client)
    for (const event of await log.open(events)) await consumer.handle(event, client)
  }

  const moveTo = async (next: bigint) => {
    const values = [name, String(position), String(next)]
    const text = 'update consumer.checkpoint set position = $3 where name = $1 and position = $2'
    if ((await client.query({ name: 'move-consumer', text, values })).rowCount !== 1)
      throw new SteppedDown(`consumer ${name}`)
  }

  const take = async (events: readonly RecordedEvent[], next: bigint) => {
    // Nothing follows from them: what a crash forgets of this is passed by again.
    if (events.length === 0) await moveTo(next)
    else
      await inOne(client, async () => {
        await handle(events)
        await moveTo(next)
      })
    position = next
  }

  const setAside = async (event: RecordedEvent, error: unknown) => {
    const why = asError(error).message
    await inOne(client, async () => {
      const text =
        'insert into consumer.dead_letter (consumer, position, stream, error) values ($1, $2, $3, $4) on conflict do nothing'
      await client.query(text, [name, String(event.position), event.stream, why.slice(0, 2_000)])
      await moveTo(event.position)
    })
    position = event.position
    deadLettered.add(event.stream)
    logger.warn({ consumer: name, stream: event.stream, error: why }, 'an event cannot be handled, its stream waits')
  }

  const takeSingly = async (event: RecordedEvent) => {
    if (deadLettered.has(event.stream)) return setAside(event, 'An earlier event of this stream is dead-lettered.')
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await take([event], event.position)
      } catch (error) {
        if (isOutage(error) || error instanceof SteppedDown) throw error
        if (attempt === attempts) return setAside(event, error)
      }
    }
  }

  const takeAll = async (events: readonly RecordedEvent[]) => {
    const last = events.at(-1)
    if (!last) return
    const due = events.filter((event) => consumer.concerns(event))
    try {
      if (due.some(({ stream }) => deadLettered.has(stream))) throw new Error('something of a dead-lettered stream')
      await take(due, last.position)
    } catch (error) {
      if (isOutage(error) || error instanceof SteppedDown) throw error
      for (const event of due) await takeSingly(event)
      if (position < last.position) await take([], last.position)
    }
  }

  /** What was set aside is tried again when a round begins: after a restart with a mended program. */
  const retryDeadLetters = async () => {
    const { rows } = await client.query<{ position: string; stream: string }>(
      'select position, stream from consumer.dead_letter where consumer = $1 order by position limit 1000',
      [name],
    )
    const failed = new Set<string>()
    for (const row of rows) {
      const event = (await log.store.read(row.stream)).find(({ position: at }) => String(at) === row.position)
      if (!event || failed.has(event.stream)) continue
      await inOne(client, async () => {
        await handle([event])
        await client.query('delete from consumer.dead_letter where consumer = $1 and position = $2', [
          name,
          row.position,
        ])
      }).catch((error: unknown) => {
        if (isOutage(error)) throw error
        failed.add(event.stream)
      })
    }
    deadLettered = failed
  }

  await retryDeadLetters()
  await follow(position, takeAll)
}

/** Runs a consumer in this process while no other does. Answers how to stop. */
export const startConsumer = (parts: Parts): (() => Promise<void>) => {
  const { pool, log, logger, consumer, electionPause = usualPause() } = parts
  const { stop } = startSubscription(pool, log.store, {
    lock: `consumer ${consumer.name}`,
    electionPause,
    pace,
    round: (client, follow) => consume(parts, client, follow),
    failed(error, attempt) {
      if (!pool.ending) logger.warn({ err: error, consumer: consumer.name }, 'a consumer is interrupted, trying again')
      return backOff(attempt)
    },
  })
  return stop
}
