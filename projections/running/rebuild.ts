import type pg from 'pg'
import type { Resource } from '../../domain/resource.ts'
import type { Log } from '../../event-store/log.ts'
import type { Logger } from '../../platform/logger.ts'
import { alone, takeLock, transaction, withReader } from '../../platform/database/connection.ts'
import { projectorLoop } from './projector-loop.ts'
import { replayInto } from './replay.ts'
import { refoldErasedSince } from './refold.ts'
import { besides, createIndexes, createSchema, dropSchema, readSchema, renameSchema, schemaExists } from '../schema.ts'
import { openWriter, readCheckpoint } from './read-model-writer.ts'
import { quote } from '../sql.ts'

/** How far a rebuild is: events folded so far, and the position written of the log's head. First told before the first event. */
export type Progress = { events: number; position: bigint; head: bigint }

export type RebuildParts = {
  pool: pg.Pool
  log: Log
  resources: readonly Resource[]
  logger: Logger
  onProgress?: (progress: Progress) => void
}

export class RebuildRunning extends Error {
  constructor() {
    super('A rebuild is under way already.')
    this.name = 'RebuildRunning'
  }
}

const closeEnough = 1_000
const lockTimeout = 10_000

/** Puts the new tables in place of the serving ones, while projecting is held off; `catchUp` first brings them to where those stand. */
const swap = (
  client: pg.Client,
  serving: string,
  next: string,
  catchUp: (position: bigint) => Promise<void>,
): Promise<void> =>
  transaction(client, async () => {
    await client.query(`set local lock_timeout = ${lockTimeout}`)
    if (await schemaExists(client, serving)) {
      // Holds off whoever projects, and nobody who reads: each look-up of a sign-in reads the checkpoint too.
      await client.query(`lock table ${quote(serving)}.checkpoint in exclusive mode`)
      await catchUp((await readCheckpoint(client, serving)).position)
      await renameSchema(client, serving, `${serving}_old`)
    }
    await renameSchema(client, next, serving)
  })

/** Builds the read models anew beside those that serve, then switches; may be killed and repeated. @throws RebuildRunning, Halted */
export const rebuild = async ({
  pool,
  log,
  resources,
  logger,
  onProgress = () => {},
}: RebuildParts): Promise<{ events: number; milliseconds: number }> => {
  const serving = readSchema(resources)
  const next = besides(serving, 'next')
  const began = Date.now()
  let events = 0
  return withReader(pool, async (client, reader) => {
    if (!(await takeLock(client, next.name))) throw new RebuildRunning()
    for (const leftover of [next.name, `${serving.name}_old`]) await dropSchema(client, leftover)
    await createSchema(client, next)
    const writer = await openWriter(client, next, reader)
    const loop = projectorLoop(log, writer, 'strict')
    const catchUp = async (until: bigint) => {
      const tell = () => onProgress({ events, position: writer.checkpoint.position, head: until })
      tell()
      await replayInto(loop, log.store, writer.checkpoint.position, until, (batch) => {
        events += batch.length
        tell()
      })
      tell()
    }
    await catchUp(await log.store.head())
    await createIndexes([client, reader], next)
    for (let taken = closeEnough; taken >= closeEnough; ) {
      const started = Date.now()
      await catchUp(await log.store.head())
      taken = Date.now() - started
    }
    await alone(pool, (other) =>
      swap(other, serving.name, next.name, async (position) => {
        await catchUp(position)
        await refoldErasedSince(log, writer, new Date(began))
      }),
    )
    // Whoever leads clears it away as well; the tables have been switched either way.
    await dropSchema(client, `${serving.name}_old`).catch((error: unknown) =>
      logger.warn({ err: error }, 'the former read models are still there'),
    )
    const milliseconds = Date.now() - began
    logger.info({ events, milliseconds, schema: serving.name }, 'the read models are rebuilt')
    return { events, milliseconds }
  })
}

/** How far a rebuild is that some process makes: the position that its read models have; null while nobody makes one. */
export const rebuildProgress = async (
  pool: pg.Pool,
  resources: readonly Resource[],
): Promise<{ position: bigint } | null> => {
  const next = besides(readSchema(resources), 'next').name
  // Whoever rebuilds holds the lock of the new schema's name; one that was killed leaves the schema without it.
  const { rows } = await pool.query<{ isHeld: boolean }>(
    `select exists (select 1 from pg_locks where locktype = 'advisory' and granted and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())
        and (classid::bigint << 32 | objid::bigint) = hashtextextended($1, 0)) as "isHeld"`,
    [next],
  )
  if (rows[0]?.isHeld !== true) return null
  try {
    // Whoever begins to lead holds the lock too, while it clears away what a rebuild left behind.
    return (await schemaExists(pool, next)) ? { position: (await readCheckpoint(pool, next)).position } : null
  } catch {
    // It was put in place of the former one in between.
    return null
  }
}
