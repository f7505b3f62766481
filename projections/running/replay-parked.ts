import type { Log } from '../../event-store/log.ts'
import { transaction } from '../../platform/database/connection.ts'
import type { Queryable, ReadSchema } from '../schema.ts'
import { quote } from '../sql.ts'
import { openFenced, project, type ReadModelWriter } from './read-model-writer.ts'

/** A parked event as health and operations show it. */
export type Parked = { position: bigint; stream: string; error: string; at: string }

/** What is parked in a read schema, in the order of the log. */
export const listParked = async (client: Queryable, schema: string): Promise<Parked[]> => {
  const { rows } = await client.query<{ position: string; stream: string; error: string; at: Date }>(
    `select position, stream, error, at from ${quote(schema)}.parked order by position`,
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

/** How many streams are parked, among so many parked events as can be counted at once. */
export const countParkedStreams = async (client: Queryable, schema: string): Promise<number> => {
  const { rows } = await client.query<{ streams: number }>(
    `select count(distinct stream)::int as streams from (select stream from ${quote(schema)}.parked limit ${countedAtMost}) counted`,
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
  await writer.client.query(`delete from ${quote(writer.schema.name)}.parked where stream = $1`, [stream])
}

/** Projects what was set aside, stream by stream, in any process: the changed fence makes the leader look again. `client` is its own. */
export const replayParked = (
  client: Queryable,
  log: Log,
  schema: ReadSchema,
): Promise<{ replayed: number; left: number }> =>
  transaction(client, async () => {
    const writer = await openFenced(client, schema)
    const parked = await listParked(client, schema.name)
    for (const stream of new Set(parked.map((one) => one.stream))) {
      const positions = new Set(parked.filter((one) => one.stream === stream).map((one) => one.position))
      await client.query('savepoint stream')
      try {
        await replayStream(log, writer, stream, positions)
      } catch {
        await client.query('rollback to savepoint stream')
      }
    }
    const left = (await listParked(client, schema.name)).length
    return { replayed: parked.length - left, left }
  })
