import type pg from 'pg'
import { streamOf } from '../../domain/event.ts'
import { inEnglish } from '../../domain/message.ts'
import type { Resource } from '../../domain/resource.ts'
import { checked } from '../../event-store/checked.ts'
import { treeChecker } from '../../event-store/merkle/check-tree.ts'
import { type Finding, findingAt, findingOf } from '../../event-store/merkle/finding.ts'
import { noReadModels } from './verifications.ts'
import type { Proof } from '../../event-store/merkle/proof.ts'
import type { Log } from '../../event-store/log.ts'
import type { CheckedEvent, EventStore, LinkedEvent, RecordedEvent } from '../../event-store/port.ts'
import { alone, takeLock, withReader } from '../../platform/database/connection.ts'
import { projectorLoop } from './projector-loop.ts'
import { replay, replayInto, replayPages } from './replay.ts'
import { refoldErasedSince } from './refold.ts'
import { listDeadLetters } from './replay-dead-letters.ts'
import { besides, createSchema, dropSchema, readSchema, type ReadSchema, schemaExists } from '../schema.ts'
import { quote } from '../sql.ts'
import { supportTables } from '../tables.ts'
import type { Table } from '../table.ts'
import { openWriter, readCheckpoint } from './read-model-writer.ts'
import { chainChecker } from './verify-chain.ts'

/** What a verification found. `ok` when there are no problems; notes are for people to look at. */
export type Verification = {
  ok: boolean
  problems: Finding[]
  notes: Finding[]
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
  /** How far it is in the log, from 0 to 1. */
  onProgress?: (share: number) => void
  /** Is handed every event, in order. */
  follow?: (events: readonly RecordedEvent[]) => void
}

const shown = 3
// Of the time that a verification takes, about.
const shareOfLog = 0.15

const differing = (one: Record<string, unknown>, other: Record<string, unknown>) =>
  Object.keys(one).filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))

type Difference = { key: string; served: Record<string, unknown> | null; replayed: Record<string, unknown> | null }

const findingFor = (table: Table, { key, served, replayed }: Difference): Finding => {
  const what = `${table.name} ${key}`
  if (served === null) return findingOf('Read models: {what} is missing.', { what })
  if (replayed === null) return findingOf('Read models: {what} is there, and the log knows nothing of it.', { what })
  const fields = differing(served, replayed).join(', ')
  return findingOf('Read models: {what} differs from the log in {fields}.', { what, fields })
}

/** Row by row, both ways, in the database; the first rows that differ, by key, each with the position of the last event it is of. */
const compareTable = async (
  client: pg.Client,
  serving: string,
  fresh: string,
  table: Table,
  lastOf: (table: Table, key: string) => Promise<bigint | null>,
): Promise<Finding[]> => {
  const { rows } = await client.query<Difference>(`
    select coalesce(a.${quote(table.key)}, b.${quote(table.key)})::text as key, to_jsonb(a) as served, to_jsonb(b) as replayed
    from ${quote(serving)}.${quote(table.name)} a full join ${quote(fresh)}.${quote(table.name)} b on a.${quote(table.key)} = b.${quote(table.key)}
    where (a.*) is distinct from (b.*) order by coalesce(a.${quote(table.key)}, b.${quote(table.key)}) limit ${shown}`)
  return Promise.all(rows.map(async (row) => ({ ...findingFor(table, row), position: await lastOf(table, row.key) })))
}

// A row is of the stream of its name; an entry of the trail is of one event.
const lastEventOf =
  (store: Pick<EventStore, 'read'>) =>
  async ({ name, key: keyName }: Table, key: string): Promise<bigint | null> =>
    keyName === 'position' ? BigInt(key) : ((await store.read(streamOf(name, key))).at(-1)?.position ?? null)

const comparedTables = (schema: ReadSchema): readonly Table[] => [
  ...schema.tables,
  ...supportTables.filter((table) => table.name.startsWith('list_total')),
]

/** Compares the serving and the fresh read models in one snapshot, at one position; projecting waits only for the catching up. */
const compare = async (
  { pool, log }: Pick<VerifyParts, 'pool' | 'log'>,
  schema: ReadSchema,
  fresh: string,
  catchUp: (until: bigint) => Promise<void>,
): Promise<{ problems: Finding[]; position: bigint }> =>
  alone(pool, (client) =>
    alone(pool, async (fence) => {
      await fence.query('begin')
      await fence.query(`select 1 from ${quote(schema.name)}.checkpoint where name = 'read' for update`)
      const { position } = await readCheckpoint(fence, schema.name)
      await catchUp(position)
      await client.query('begin isolation level repeatable read, read only')
      await client.query('select 1 from pg_class limit 1')
      await fence.query('commit')
      const problems: Finding[] = []
      for (const table of comparedTables(schema))
        problems.push(...(await compareTable(client, schema.name, fresh, table, lastEventOf(log.store))))
      await client.query('commit')
      return { problems, position }
    }),
  )

const unprojected = 'Position {position}: an event of {stream} cannot be projected: {error}'
const waits = '{count} events are dead-lettered, first at position {position} of {stream}.'

const isOfLog = ({ id }: Finding): boolean => id.startsWith('Position')

const before = (one: bigint | null, other: bigint | null): number =>
  Number((one ?? 0n) > (other ?? 0n)) - Number((one ?? 0n) < (other ?? 0n))

/** What is wrong with the log by position, then the rest; what was found twice once. */
export const inOrder = (problems: readonly Finding[]): Finding[] => {
  const said = new Map(problems.map((one) => [inEnglish(one), one]))
  return [...said.values()].toSorted(
    (one, other) => Number(isOfLog(other)) - Number(isOfLog(one)) || before(one.position, other.position),
  )
}

/** Compares the log alone with its hash chains and what was signed of it: no read models, no files. */
export const verifyLog = async ({
  pool,
  log,
  proof,
}: Omit<VerifyParts, 'resources' | 'onProgress' | 'follow'>): Promise<Verification> => {
  const tree = await treeChecker(pool, proof)
  const position = await log.store.head()
  let events = 0
  const check = async (batch: readonly CheckedEvent[]) => {
    events += batch.length
    await tree.check(batch)
  }
  const { readChecked } = log.store
  if (readChecked) await replayPages(readChecked, 0n, position, check)
  else await replay(log.store, 0n, position, (batch) => check(batch.map(checked)))
  const { problems, signed } = await tree.findings()
  return { ok: problems.length === 0, problems: inOrder(problems), notes: [], events, signed, position }
}

/** Compares the read models with a fresh replay, follows every hash chain and compares the log with what was signed; changes nothing. @throws Error when another one runs */
export const verify = async ({
  pool,
  log,
  resources,
  proof,
  onProgress = () => {},
  follow = () => {},
}: VerifyParts): Promise<Verification> => {
  const schema = readSchema(resources)
  const fresh = besides(schema, 'verify')

  const compareAll = async (
    client: pg.Client,
    reader: pg.Client,
    follow: (events: readonly RecordedEvent[]) => Promise<void>,
  ): Promise<{ problems: Finding[]; position: bigint }> => {
    if (!(await schemaExists(client, schema.name))) {
      return {
        problems: [findingOf(noReadModels)],
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
    const compared = await compare({ pool, log }, schema, fresh.name, async (until) => {
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
          .map(({ position: at, stream, error }) => findingAt(BigInt(at), unprojected, { stream, error })),
        ...waiting
          .slice(0, 1)
          .map(({ position: at, stream }) => findingAt(BigInt(at), waits, { count: waiting.length, stream })),
        ...compared.problems,
      ],
    }
  }

  const run = async (client: pg.Client, reader: pg.Client, noting: pg.Client): Promise<Verification> => {
    const chain = await chainChecker(noting)
    const tree = await treeChecker(pool, proof)
    const { readLinked } = log.store
    const head = await log.store.head()
    const look = async (events: readonly LinkedEvent[]) => {
      await chain.check(events)
      await tree.check(events)
    }
    // A store that checks from bytes is read for that alone, which takes a small part of the time; any other once for everything.
    const before = readLinked ? shareOfLog : 0
    const lookThrough = async (after: bigint, until: bigint) => {
      if (readLinked) await replayPages(readLinked, after, until, look)
    }
    const take = async (events: readonly RecordedEvent[]) => {
      if (!readLinked) await look(events.map(checked))
      follow(events)
      const at = events.at(-1)?.position ?? head
      onProgress(at < head ? before + (1 - before) * (Number(at) / Number(head)) : 1)
    }
    await lookThrough(0n, head)
    const { problems, position } = await compareAll(client, reader, take)
    const end = await log.store.head()
    await lookThrough(head, end)
    await replay(log.store, position, end, take)
    const [{ problems: ofChain, notes, events }, { problems: ofTree, signed }] = [
      await chain.findings(),
      await tree.findings(),
    ]
    const all = inOrder([...ofTree, ...ofChain, ...problems])
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
