import { splitStream, streamOf } from '../../domain/event.ts'
import { isPersonType, type PersonActor } from '../../domain/person.ts'
import type { Log, LogEvent } from '../../event-store/log.ts'
import { transaction } from '../../platform/database/connection.ts'
import { concernedBy, count, type Folded, foldBatch, type Rows } from '../fold/fold.ts'
import { recordsAbout } from '../people/records-about.ts'
import { hasPast, pastName } from '../past/tables.ts'
import type { Projection } from '../projection.ts'
import type { Queryable, ReadSchema } from '../schema.ts'
import { quote } from '../sql.ts'
import { listDeadLetters } from './replay-dead-letters.ts'
import { load, openFenced, type ReadModelWriter, write } from './read-model-writer.ts'

/** What is projected of a stream: all of it up to the checkpoint, and nothing from where it was dead-lettered. */
const projectedOf = async (
  log: Log,
  { checkpoint }: ReadModelWriter,
  stream: string,
  deadLetteredFrom: ReadonlyMap<string, bigint>,
): Promise<LogEvent[]> => {
  const until = deadLetteredFrom.get(stream) ?? checkpoint.position + 1n
  return log.open((await log.store.read(stream)).filter(({ position }) => position < until))
}

/** Every key that these events may have a row under, by table; also where they lead to none any more. */
const keysOf = (projections: readonly Projection[], events: readonly LogEvent[]): Map<string, string[]> => {
  const everywhere = projections.map(({ concerns: _, ...projection }) => projection)
  return new Map([...concernedBy(everywhere, events)].map(([{ table }, rows]) => [table, [...rows.keys()]]))
}

/** Totals by the difference of the rows before and the rows after. */
const lessBefore = (projections: readonly Projection[], folded: Folded, before: Rows): Folded => {
  for (const projection of projections)
    for (const row of before.get(projection.table)?.values() ?? []) count(folded, projection, row, -1)
  // When their status changed is written already.
  return { ...folded, counted: [] }
}

const removeRows = async (client: Queryable, schema: ReadSchema, keys: ReadonlyMap<string, readonly string[]>) => {
  for (const [name, wanted] of keys) {
    const table = schema.tables.find((one) => one.name === name)
    const type = table?.columns.find(([column]) => column === table.key)?.[1] ?? 'text'
    for (const one of table && hasPast(table) ? [name, pastName(name)] : [name]) {
      const target = `${quote(schema.name)}.${quote(one)}`
      const text = `delete from ${target} where ${quote(table?.key ?? 'id')} = any($1::text[]::${type}[])`
      await client.query(text, [wanted])
    }
  }
}

/** Folds everything about a person anew from the log, on a writer whose client is in a transaction. */
const refoldWith = async (log: Log, writer: ReadModelWriter, person: PersonActor): Promise<void> => {
  const { client, schema, projections, checkpoint } = writer
  const records = await recordsAbout(client, schema, person)
  const streams = records.map(({ resource, id }) => streamOf(resource.name, id))
  const deadLetteredFrom = new Map(
    (await listDeadLetters(client, schema.name)).toReversed().map((one) => [one.stream, one.position]),
  )
  const events: LogEvent[] = []
  for (const stream of streams) events.push(...(await projectedOf(log, writer, stream, deadLetteredFrom)))
  const keys = keysOf(projections, events)
  const before = await load(client, schema, keys)
  await removeRows(client, schema, keys)
  const folded = lessBefore(projections, foldBatch(concernedBy(projections, events), new Map()), before)
  await write(writer, { folded, deadLetters: [], position: checkpoint.position })
  // Why an event could not be projected may quote it.
  await client.query(`update ${quote(schema.name)}.dead_letter set error = '' where stream = any($1)`, [streams])
}

/**
 * Folds everything about somebody whose key was destroyed anew: their rows then read as a rebuild would have them. In any
 * process; the changed fence makes the leader look again. `client` is its own.
 */
export const refold = (client: Queryable, log: Log, schema: ReadSchema, person: PersonActor): Promise<void> =>
  transaction(client, async () => refoldWith(log, await openFenced(client, schema), person))

const clocksDiffer = '1 minute'

/** The same of everybody who was erased since a moment, into read models that nobody else writes: what was read of them before is folded in. */
export const refoldErasedSince = async (log: Log, writer: ReadModelWriter, since: Date): Promise<void> => {
  const { rows } = await writer.client.query<{ subject: string }>(
    `select subject from keys.subject where destroyed_at > $1::timestamptz - interval '${clocksDiffer}' order by subject`,
    [since],
  )
  for (const { subject } of rows) {
    const { category: type, id } = splitStream(subject)
    if (isPersonType(type)) await refoldWith(log, writer, { type, id: Number(id) })
  }
}
