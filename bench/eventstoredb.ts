import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventStoreDBClient, excludeSystemEvents, jsonEvent, NO_STREAM, START } from '@eventstore/db-client'
import { pino } from 'pino'
import { type Base, openBase } from '../app/open.ts'
import { resources } from '../domain/catalog.ts'
import { credentialsOf } from '../event-store/eventstoredb/connection.ts'
import { readConfig } from '../platform/config.ts'
import { silentLog } from '../platform/logger.ts'
import { rebuild } from '../projections/running/rebuild.ts'
import { readSchema } from '../projections/schema.ts'
import { loadNewsroom } from './load.ts'
import { inFlight, median, round, sampleEvent, together } from './measure.ts'

// EVENTSTORE_URL=esdb://… npx tsx bench/eventstoredb.ts [events replayed] [appends per round] [rounds]; the log must be empty.
const argument = (index: number, usual: number) => Number(process.argv[index] ?? usual)
const [count, appends, rounds] = [argument(2, 50_000), argument(3, 4_000), argument(4, 9)]
const url = process.env.EVENTSTORE_URL ?? ''
/** Per second, of something done `times` times. */
const rateOf = async (times: number, work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return times / ((performance.now() - began) / 1_000)
}

const times = (count: number) => {
  let left = count
  return () => left-- > 0
}

const compareAppends = async (bare: EventStoreDBClient, { log }: Base) => {
  const credentials = credentialsOf(url)
  const ours = () => log.store.append(`bench-${randomUUID()}`, 'none', [sampleEvent()])
  const theirs = () => {
    const { id, type, data, personal, meta } = sampleEvent()
    const event = jsonEvent({ id, type, data, metadata: { meta, personal } })
    return bare.appendToStream(`bench-${randomUUID()}`, [event], { expectedRevision: NO_STREAM, credentials })
  }
  for (const one of [ours, theirs]) await together(times(appends / 4), one)
  const found: { bare: number; adapter: number }[] = []
  for (let index = 0; index < rounds; index += 1)
    found.push({
      bare: await rateOf(appends, () => together(times(appends), theirs)),
      adapter: await rateOf(appends, () => together(times(appends), ours)),
    })
  console.table(
    found.map(({ bare, adapter }) => ({
      'bare appends/s': round(bare),
      'adapter appends/s': round(adapter),
      ratio: round(adapter / bare),
    })),
  )
  console.log(
    `appends with ${inFlight} in flight: ratio ${round(median(found.map(({ bare, adapter }) => adapter / bare)))} (median; target 0.85)`,
  )
}

const subscribeBare = async (bare: EventStoreDBClient): Promise<number> => {
  const subscription = bare.subscribeToAll({ fromPosition: START, filter: excludeSystemEvents() })
  let seen = 0
  for await (const { event } of subscription) if (event && ++seen === count) break
  await subscription.unsubscribe()
  return seen
}

const compareReplay = async (bare: EventStoreDBClient, { pool, log }: Base) => {
  const found: { bare: number; replay: number; whole: number }[] = []
  for (let index = 0; index < rounds; index += 1) {
    const bareRate = await rateOf(count, () => subscribeBare(bare))
    let [began, replayed] = [0, 0]
    const { events, milliseconds } = await rebuild({
      pool,
      log,
      resources,
      logger: silentLog,
      onProgress: (progress) => {
        if (began === 0) began = performance.now()
        if (progress.position >= progress.head && replayed === 0) replayed = performance.now() - began
      },
    })
    found.push({ bare: bareRate, replay: count / (replayed / 1_000), whole: events / (milliseconds / 1_000) })
  }
  console.table(
    found.map(({ bare, replay, whole }) => ({
      'bare events/s': Math.round(bare),
      'replayed events/s': Math.round(replay),
      ratio: round(replay / bare),
      'with indexes and switch': round(whole / bare),
    })),
  )
  const { rows } = await pool.query<{ rows: string }>(
    `select count(*) as rows from "${readSchema(resources).name}".post`,
  )
  console.log(
    `replay of ${count} events into ${rows[0]?.rows} rows: ratio ${round(median(found.map(({ bare, replay }) => replay / bare)))} (median; target 0.5)`,
  )
}

const run = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-bench-'))
  const bare = EventStoreDBClient.connectionString(url)
  const base = await openBase(
    readConfig({ DATA_DIR: dataDir, EVENTSTORE_URL: url }),
    pino({ level: 'warn' }),
    resources,
  )
  try {
    if ((await base.log.store.head()) !== 0n) throw new Error('the log of EVENTSTORE_URL is not empty')
    const posts = await loadNewsroom(base.log, count, [1])
    console.log(`wrote ${count} events of ${posts} posts`)
    await compareReplay(bare, base)
    await compareAppends(bare, base)
  } finally {
    await base.close()
    await bare.dispose()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

await run()
