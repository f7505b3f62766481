import { splitStream, streamOf } from '../domain/event.ts'
import type { Field } from '../domain/fields/field.ts'
import { isFile, pointingLeaves, targetsOf } from '../domain/fields/walk.ts'
import { library } from '../domain/library.ts'
import { Rejected } from '../domain/rejected.ts'
import { fold } from '../domain/evolve.ts'
import type { RecordState, Resource } from '../domain/resource.ts'
import type { Log } from '../event-store/log.ts'
import { UnreadableStream } from '../event-store/upcast.ts'
import { usesOfFile } from './files.ts'
import type { Reader } from './reader.ts'
import { quote } from './sql.ts'

export type Uses = { count: number; plural: string; records?: { resource: string; id: number; name: string | null }[] }

type Parts = { pool: Reader; log: Log; resources: readonly Resource[] }

/** The fields of a resource that may point at records of another, files apart, each with the names of the parts that do. */
const pointersOf = (resource: Resource, target: Resource): [string, Field, string[]][] =>
  Object.entries(resource.fields).flatMap(([name, field]): [string, Field, string[]][] => {
    const parts = namedParts(name, field).filter(([, part]) => !isFile(part) && part.references === target.name)
    return parts.length > 0 ? [[name, field, parts.map(([part]) => part)]] : []
  })

const namedParts = (name: string, field: Field): [string, Field][] => [
  [name, field],
  ...Object.entries(field.fields ?? {}).flatMap(([part, inner]) => namedParts(part, inner)),
  ...(field.of ? namedParts(name, field.of) : []),
]

const pointsSql = (name: string, { kind }: Field, parts: readonly string[]): string => {
  if (kind === 'reference') return `${quote(name)} = $1::integer`
  if (kind === 'references') return `${quote(name)} @> to_jsonb($1::integer)`
  const paths = parts.map(
    (part) =>
      `jsonb_path_exists(${quote(name)}, '$.**.${quote(part)} ? (@ == $id)', jsonb_build_object('id', $1::integer))`,
  )
  return paths.join(' or ')
}

const stateOf = async (log: Log, resource: Resource, stream: string): Promise<RecordState> => {
  try {
    const { events } = await log.read(stream)
    return fold(resource, Number(splitStream(stream).id), events)
  } catch (error) {
    if (!(error instanceof UnreadableStream)) throw error
    const id = 'Nobody can tell what uses this: a {record} cannot be read. Please tell whoever runs Atrium.'
    throw new Rejected(id, 'rule', { values: { record: resource.label.toLowerCase() } })
  }
}

/** Records whose rows are missing or stale because an event of theirs could not be projected: the log knows them. */
const deadLettersOf = async ({ pool, log }: Parts, resource: Resource): Promise<RecordState[]> => {
  const text = 'select distinct stream from dead_letter where starts_with(stream, $1)'
  const { rows } = await pool.query<{ stream: string }>(text, [`${resource.name}-`])
  const states: RecordState[] = []
  for (const { stream } of rows) states.push(await stateOf(log, resource, stream))
  return states
}

/** What of another resource may point at a record: rows by a condition, and dead-lettered records that do. */
const pointing = async (parts: Parts, other: Resource, resource: Resource, id: number) => {
  const pointers = pointersOf(other, resource)
  if (pointers.length === 0) return null
  const states = await deadLettersOf(parts, other)
  const target = streamOf(resource.name, id)
  const isUse = ({ status, values }: RecordState) =>
    status !== 'deleted' &&
    pointingLeaves(other.fields, values).some((leaf) => !isFile(leaf.field) && targetsOf(leaf).includes(target))
  const condition = pointers.map(([name, field, names]) => pointsSql(name, field, names)).join(' or ')
  const from = `from ${quote(other.name)} where (${condition}) and status <> 'deleted' and id <> all($2::bigint[])`
  return {
    from,
    values: [id, states.map((state) => state.id)],
    deadLettered: states.filter(isUse).map((state) => state.id),
  }
}

const holding = (resources: readonly Resource[]) => resources.filter(({ holdsUp }) => holdsUp !== false)

/** How many records of others point at one, Trash apart, by name (D14), at the head. @throws Rejected rule when a dead-lettered one may */
export const usesOf = async (parts: Parts, resource: Resource, id: number): Promise<Uses> => {
  if (resource.name === library) {
    const records = await usesOfFile(parts.pool, parts.resources, id)
    return { count: records.length, plural: 'records', records }
  }
  let uses: Uses = { count: 0, plural: 'records' }
  for (const other of holding(parts.resources)) {
    const found = await pointing(parts, other, resource, id)
    if (!found) continue
    const { rows } = await parts.pool.query<{ count: number }>(
      `select count(*)::int as count ${found.from}`,
      found.values,
    )
    const count = found.deadLettered.length + (rows[0]?.count ?? 0)
    if (count > 0) uses = { count: uses.count + count, plural: uses.count === 0 ? other.plural : 'records' }
  }
  return uses
}

/** The records that point at one, Trash apart, as the read models know them. @throws as `usesOf` does */
export const usersOf = async (
  parts: Parts,
  resource: Resource,
  id: number,
): Promise<{ resource: Resource; id: number }[]> => {
  const users: { resource: Resource; id: number }[] = []
  for (const other of holding(parts.resources)) {
    const found = await pointing(parts, other, resource, id)
    if (!found) continue
    const { rows } = await parts.pool.query<{ id: number }>(`select id ${found.from} order by id`, found.values)
    for (const one of [...found.deadLettered, ...rows.map((row) => row.id)]) users.push({ resource: other, id: one })
  }
  return users
}
