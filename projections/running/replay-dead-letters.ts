import { splitStream } from '../../domain/event.ts'
import type { Log } from '../../event-store/log.ts'
import { transaction } from '../../platform/database/connection.ts'
import type { Queryable, ReadSchema } from '../schema.ts'
import { quote } from '../sql.ts'
import { recountSql } from '../past/totals.ts'
import { openFenced, project, type ReadModelWriter } from './read-model-writer.ts'

/** A dead-lettered event as health and operations show it. */
export type DeadLettered = { position: bigint; stream: string; error: string; at: string }

/** What is dead-lettered in a read schema, in the order of the log. */
export const listDeadLetters = async (client: Queryable, schema: string): Promise<DeadLettered[]> => {
  const { rows } = await client.query<{ position: string; stream: string; error: string; at: Date }>(
    `select position, stream, error, at from ${quote(schema)}.dead_letter order by position`,
  )
  return rows.map(({ position, stream, error, at }) => ({
    position: BigInt(position),
    stream,
    error,
    at: at.toISOString(),
  }))
}

// Enough to say how bad it is; counting all would take longer the worse it is.
const countedAtMost = 10_000

/** The first event of some dead-lettered streams, which holds back the others; the longest set aside first. */
export const firstDeadLetters = async (client: Queryable, schema: string, limit: number): Promise<DeadLettered[]> => {
  const { rows } = await client.query<{ position: string; stream: string; error: string; at: Date }>(
    `select * from (
        select distinct on (stream) position, stream, error, at
        from (select * from ${quote(schema)}.dead_letter order by position limit ${countedAtMost}) counted order by stream, position
      ) firsts order by position limit $1`,
    [limit],
  )
  return rows.map(({ position, at, ...row }) => ({ ...row, position: BigInt(position), at: at.toISOString() }))
}

/** How many streams are dead-lettered, among so many dead-lettered events as can be counted at once. */
export const countDeadLettered = async (client: Queryable, schema: string): Promise<number> => {
  const { rows } = await client.query<{ streams: number }>(
    `select count(distinct stream)::int as streams from (select stream from ${quote(schema)}.dead_letter limit ${countedAtMost}) counted`,
  )
  return rows[0]?.streams ?? 0
}

const replayStream = async (
  log: Log,
  writer: ReadModelWriter,
  stream: string,
  positions: ReadonlySet<bigint>,
): Promise<void> => {
  const recorded = await log.store.read(stream)
  const events = await log.open(recorded.filter((event) => positions.has(event.position)))
  for (const event of events) await project(writer, [event], writer.checkpoint.position)
  // Totals of then follow each other in the order of the log.
  const { category } = splitStream(stream)
  for (const resource of writer.schema.resources.filter(({ name }) => name === category))
    for (const text of recountSql(writer.schema.name, resource)) await writer.client.query(text)
  await writer.client.query(`delete from ${quote(writer.schema.name)}.dead_letter where stream = $1`, [stream])
}

/** Projects what was set aside, stream by stream, in any process: the changed fence makes the leader look again. `client` is its own. */
export const replayDeadLetters = (
  client: Queryable,
  log: Log,
  schema: ReadSchema,
): Promise<{ replayed: number; left: number }> =>
  transaction(client, async () => {
    const writer = await openFenced(client, schema)
    const deadLetters = await listDeadLetters(client, schema.name)
    for (const stream of new Set(deadLetters.map((one) => one.stream))) {
      const positions = new Set(deadLetters.filter((one) => one.stream === stream).map((one) => one.position))
      await client.query('savepoint stream')
      try {
        await replayStream(log, writer, stream, positions)
      } catch {
        await client.query('rollback to savepoint stream')
      }
    }
    const left = (await listDeadLetters(client, schema.name)).length
    return { replayed: deadLetters.length - left, left }
  })
