import type pg from 'pg'
import type { Resource } from '../../domain/resource.ts'
import { type Problem, treeChecker } from '../../event-store/merkle/check-tree.ts'
import type { Proof } from '../../event-store/merkle/proof.ts'
import type { Log } from '../../event-store/log.ts'
import type { RecordedEvent } from '../../event-store/port.ts'
import { alone, takeLock, withReader } from '../../platform/database/connection.ts'
import { projectorLoop } from './projector-loop.ts'
import { replay, replayInto } from './replay.ts'
import { refoldErasedSince } from './refold.ts'
import { listDeadLetters } from './replay-dead-letters.ts'
import { besides, createSchema, dropSchema, readSchema, type ReadSchema, schemaExists } from '../schema.ts'
import { quote } from '../sql.ts'
import { supportTables, type Table } from '../tables.ts'
import { openWriter, readCheckpoint } from './read-model-writer.ts'
import { chainChecker } from './verify-chain.ts'

/** What a verification found. `ok` when there are no problems; notes are for people to look at. */
export type Verification = {
  ok: boolean
  problems: string[]
  notes: string[]
  events: number
  /** How many of the events a signed checkpoint covers. */
  signed: number
  position: bigint
}

export type VerifyParts = {
  pool: pg.Pool
  log: Log
  resources: readonly Resource[]
  proof: Pick<Proof, 'checkpoints' | 'witnesses'>
}

const shown = 3

const differing = (one: Record<string, unknown>, other: Record<string, unknown>) =>
  Object.keys(one).filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))

type Difference = { key: string; served: Record<string, unknown> | null; replayed: Record<string, unknown> | null }

const sentence = (table: Table, { key, served, replayed }: Difference): string => {
  const what = `${table.name} ${key}`
  if (served === null) return `Read models: ${what} is missing.`
  if (replayed === null) return `Read models: ${what} is there, and the log knows nothing of it.`
  return `Read models: ${what} differs from the log in ${differing(served, replayed).join(', ')}.`
}

/** Row by row, both ways, in the database; the first rows that differ, by key. */
const compareTable = async (client: pg.Client, serving: string, fresh: string, table: Table): Promise<string[]> => {
  const { rows } = await client.query<Difference>(`
    select coalesce(a.${quote(table.key)}, b.${quote(table.key)})::text as key, to_jsonb(a) as served, to_jsonb(b) as replayed
    from ${quote(serving)}.${quote(table.name)} a full join ${quote(fresh)}.${quote(table.name)} b on a.${quote(table.key)} = b.${quote(table.key)}
    where (a.*) is distinct from (b.*) order by coalesce(a.${quote(table.key)}, b.${quote(table.key)}) limit ${shown}`)
  return rows.map((row) => sentence(table, row))
}

const comparedTables = (schema: ReadSchema): readonly Table[] => [
  ...schema.tables,
  ...supportTables.filter((table) => table.name === 'list_total'),
]

/** Compares the serving and the fresh read models in one snapshot, at one position; projecting waits only for the catching up. */
const compare = async (
  pool: pg.Pool,
  schema: ReadSchema,
  fresh: string,
  catchUp: (until: bigint) => Promise<void>,
): Promise<{ problems: string[]; position: bigint }> =>
  alone(pool, (client) =>
    alone(pool, async (fence) => {
      await fence.query('begin')
      await fence.query(`select 1 from ${quote(schema.name)}.checkpoint where name = 'read' for update`)
      const { position } = await readCheckpoint(fence, schema.name)
      await catchUp(position)
      await client.query('begin isolation level repeatable read, read only')
      await client.query('select 1 from pg_class limit 1')
      await fence.query('commit')
      const problems: string[] = []
      for (const table of comparedTables(schema))
        problems.push(...(await compareTable(client, schema.name, fresh, table)))
      await client.query('commit')
      return { problems, position }
    }),
  )

const inOrder = (problems: readonly Problem[]): string[] => [
  ...new Set(
    problems
      .toSorted((one, other) => (one.position < other.position ? -1 : Number(one.position > other.position)))
      .map(({ sentence }) => sentence),
  ),
]

/** Compares the log alone with its hash chains and what was signed of it: no read models, no files. */
export const verifyLog = async ({ pool, log, proof }: Omit<VerifyParts, 'resources'>): Promise<Verification> => {
  const tree = await treeChecker(pool, proof)
  const position = await log.store.head()
  let events = 0
  await replay(log.store, 0n, position, async (batch) => {
    events += batch.length
    await tree.check(batch)
  })
  const { problems, signed } = await tree.findings()
  return { ok: problems.length === 0, problems: inOrder(problems), notes: [], events, signed, position }
}

/** Compares the read models with a fresh replay, follows every hash chain and compares the log with what was signed; changes nothing. @throws Error when another one runs */
export const verify = async ({ pool, log, resources, proof }: VerifyParts): Promise<Verification> => {
  const schema = readSchema(resources)
  const fresh = besides(schema, 'verify')

  const compareAll = async (
    client: pg.Client,
    reader: pg.Client,
    follow: (events: readonly RecordedEvent[]) => Promise<void>,
  ): Promise<{ problems: string[]; position: bigint }> => {
    if (!(await schemaExists(client, schema.name))) {
      return {
        problems: ['There are no read models of this version: start the server, or run the rebuild.'],
        position: 0n,
      }
    }
    const began = new Date()
    await dropSchema(client, fresh.name)
    await createSchema(client, fresh)
    const writer = await openWriter(client, fresh, reader)
    const loop = projectorLoop(log, writer, 'aside')
    const catchUp = (until: bigint) => replayInto(loop, log.store, writer.checkpoint.position, until, follow)
    await catchUp((await readCheckpoint(client, schema.name)).position)
    const compared = await compare(pool, schema, fresh.name, async (until) => {
      await catchUp(until)
      await refoldErasedSince(log, writer, began)
    })
    const deadLetters = await listDeadLetters(client, fresh.name)
    const waiting = await listDeadLetters(client, schema.name)
    return {
      position: compared.position,
      problems: [
        ...deadLetters
          .slice(0, shown)
          .map((one) => `Position ${one.position}: an event of ${one.stream} cannot be projected: ${one.error}`),
        ...(waiting.length > 0
          ? [
              `${waiting.length} events are dead-lettered, first at position ${waiting[0]?.position} of ${waiting[0]?.stream}.`,
            ]
          : []),
        ...compared.problems,
      ],
    }
  }

  const run = async (client: pg.Client, reader: pg.Client, noting: pg.Client): Promise<Verification> => {
    const chain = await chainChecker(noting)
    const tree = await treeChecker(pool, proof)
    const check = async (events: readonly RecordedEvent[]) => {
      await chain.check(events)
      await tree.check(events)
    }
    const { problems, position } = await compareAll(client, reader, check)
    await replay(log.store, position, await log.store.head(), check)
    const [{ problems: ofChain, notes, events }, { problems: ofTree, signed }] = [
      await chain.findings(),
      await tree.findings(),
    ]
    const all = [...inOrder([...ofTree, ...ofChain]), ...problems]
    return { ok: all.length === 0, problems: all, notes, events, signed, position }
  }

  return withReader(pool, async (client, reader) => {
    if (!(await takeLock(client, fresh.name))) throw new Error('Another verification is under way.')
    try {
      return await alone(pool, (noting) => run(client, reader, noting))
    } finally {
      await dropSchema(client, fresh.name)
    }
  })
}
