import { fieldsOf } from '../../domain/read-input.ts'
import { type JsonObject, splitStream, streamOf } from '../../domain/event.ts'
import type { Field } from '../../domain/fields/field.ts'
import { fieldsWithin, isFile, pointingLeaves, targetsOf } from '../../domain/fields/walk.ts'
import { mayRead } from '../../domain/permission.ts'
import { type FieldProblem, fieldProblem, Rejected } from '../../domain/rejected.ts'
import type { RecordState, Resource } from '../../domain/resource.ts'
import type { Log } from '../../event-store/log.ts'
import type { Guard } from '../../event-store/port.ts'
import { loadRecord } from '../record.ts'
import { uploading } from '../files/uploads.ts'

const usedOnce = '1 of the {plural} still uses this {record}. Deactivate the {record}, or move what uses it first.'
const usedOften = '{count} {plural} still use this {record}. Deactivate the {record}, or move what uses it first.'

/** How many records of other resources use one, what they are called, and where it is known which ones. */
export type Uses = {
  count: number
  plural: string
  records?: readonly { resource: string; id: number; name: string | null }[]
}

type Parts = {
  log: Log
  resources: readonly Resource[]
  /** Waits for the projection first. */
  usesOf: (resource: Resource, id: number) => Promise<Uses>
}

type Asked = { resource: Resource; verb: string; perms: readonly string[] | null }

/** True when a field of any resource can point at records of this one. */
export const isReferenced = (resources: readonly Resource[], { name }: Resource): boolean =>
  resources.some((other) =>
    Object.values(other.fields).some((field) => fieldsWithin(field).some((part) => part.references === name)),
  )

/** The rules between records: what one points at must exist, and what is pointed at must not be deleted. */
export const references = ({ log, resources, usesOf }: Parts) => {
  /** What is there and belongs to nobody else: pictures of people have one record each, which shows no others (docs/architecture.md#the-log). */
  const isOffered = ({ status, values }: RecordState, { owner }: Resource, person: string | false): boolean =>
    (status === 'active' || status === 'inactive') && (owner === undefined || values[owner] === (person || ''))

  /** A record shows its files to its readers: a file that was put away is chosen by whoever reads the library, a document for no picture. */
  const isShowable = (
    { status, values }: RecordState,
    field: Field,
    target: Resource,
    perms: Asked['perms'],
  ): boolean =>
    !isFile(field) ||
    ((status === 'active' || mayRead(target, perms)) && (field.kind !== 'picture' || values.type === 'image'))

  /** The newly chosen records that do not exist, lie in Trash, or belong to another. */
  const problemsOfReferences = async (
    { resource, verb, perms, planned }: Asked & { planned?: ReadonlySet<string> },
    before: RecordState,
    values: JsonObject,
  ): Promise<FieldProblem[]> => {
    const problems: FieldProblem[] = []
    const fields = fieldsOf(resource, verb)
    const known = new Set(pointingLeaves(fields, before.values).flatMap(targetsOf))
    for (const leaf of pointingLeaves(fields, values)) {
      for (const stream of targetsOf(leaf)) {
        if (known.has(stream) || planned?.has(stream)) continue
        const { category, id } = splitStream(stream)
        if (Number(id) === uploading) continue
        const target = resources.find(({ name }) => name === category)
        const person = leaf.field.isPersonal && streamOf(resource.name, before.id)
        const state = target && (await loadRecord(log, target, Number(id))).state
        const isChoice = target && state && isOffered(state, target, person)
        if (isChoice && isShowable(state, leaf.field, target, perms)) continue
        const { label } = leaf.field
        problems.push(fieldProblem(leaf.path, 'unknown', '{label} is not a known choice', { label }))
        break
      }
    }
    return problems
  }

  /** The guard that a deletion closes and a restore opens. @throws Rejected with the count while others point at it (D14) */
  const guardsOfDeletion = async (
    { resource, perms }: Pick<Asked, 'resource' | 'perms'>,
    before: RecordState,
    { id, status }: RecordState,
  ): Promise<Guard[]> => {
    if ((before.status === 'deleted') === (status === 'deleted') || !isReferenced(resources, resource)) return []
    const name = streamOf(resource.name, id)
    if (before.status === 'deleted') return [{ name, expected: 'any', opens: true }]
    const { revision } = await log.store.readGuard(name)
    const uses = await usesOf(resource, id)
    if (uses.count > 0) {
      const values = { count: uses.count, plural: uses.plural, record: resource.label.toLowerCase() }
      // What somebody may not read is counted and not named.
      const isNamed = (used: { resource: string }) =>
        resources.some((known) => known.name === used.resource && mayRead(known, perms))
      const records = uses.records ? { records: uses.records.filter(isNamed) } : {}
      const data = { ...uses, ...records, members: uses.count }
      throw new Rejected(uses.count === 1 ? usedOnce : usedOften, 'rule', { data, values })
    }
    return [{ name, expected: revision, closes: true }]
  }

  return { problemsOfReferences, guardsOfDeletion }
}
