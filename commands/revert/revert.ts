import { z } from 'zod'
import type { Back } from '../../domain/decide.ts'
import type { Json, JsonObject } from '../../domain/event.ts'
import { evolve } from '../../domain/evolve.ts'
import { hasPersonal, isByAction, withIds } from '../../domain/fields/walk.ts'
import { isPlainDraft } from '../../domain/publishing.ts'
import { readThrough } from '../../domain/read-input.ts'
import type { Action } from '../../domain/permission.ts'
import {
  accessDenied,
  type FieldProblem,
  fieldProblem,
  noSuchRecord,
  Rejected,
  rejectFields,
} from '../../domain/rejected.ts'
import type { RecordState, Resource } from '../../domain/resource.ts'
import {
  type Contested,
  type Goal,
  isChoice,
  isEdited,
  onlyParts,
  partOf,
  type Plan,
  planOf,
} from '../../domain/revert/plan.ts'
import { isForAuthor } from '../authorise.ts'
import type { Command, DispatchDependencies } from '../command.ts'
import { checkIdentifiers } from '../identifiers.ts'
import type { Loaded } from '../record.ts'
import type { references } from '../rules/references.ts'

const noGoal = 'Say which version to go back to, or which versions to leave out.'

const version = z.int('{name} is a version').min(0).max(2_147_483_647)
const parts = {
  fields: z.array(z.string().max(80), 'fields are a list').max(200).optional(),
  values: z.record(z.string(), z.unknown()).optional(),
}

/**
 * What a revert is sent: the version to go back to, or the versions to be left out; `fields` names the parts that are meant, all when
 * absent, `status` and `slug` among them; `values` says what stands where later changes touched the same.
 */
export const revertSchema = z.union(
  [
    z.strictObject({ version, ...parts }),
    z.strictObject({ without: z.array(version.min(1), 'without is a list of versions').min(1).max(1_000), ...parts }),
  ],
  noGoal,
)
type Asked = z.output<typeof revertSchema>

const goalOf = (asked: Asked): Goal =>
  'without' in asked ? { without: [...new Set(asked.without)] } : { version: asked.version }

/** @throws Rejected for what asks for no revert of this record */
const readAsked = ({ sent = {} }: Command, state: RecordState): Asked => {
  const read = revertSchema.safeParse(sent)
  if (!read.success) throw new Rejected(noGoal, 'validation')
  const latest = 'without' in read.data ? Math.max(...read.data.without) : read.data.version
  if (latest > state.version)
    throw new Rejected('There is no version {version} of this record.', 'missing', { values: { version: latest } })
  return read.data
}

const isGone = '{label} cannot come back: what it showed or named is not there any more'
const wasErased = '{label} cannot come back: it told of somebody who was erased'

const labelOf = ({ fields }: Resource, name: string): string =>
  fields[name]?.label ?? (name === 'slug' ? 'Address' : 'Status')

const refusals = (resource: Resource, names: readonly string[], rule: string, id: string): FieldProblem[] =>
  [...new Set(names)].map((name) => fieldProblem(name, rule, id, { label: labelOf(resource, name) }))

/** What was chosen for what later changes touched as well; what was not is asked for. */
const chosenOf = (resource: Resource, contested: readonly Contested[], asked: Asked): JsonObject => {
  const { fields, values = {} } = asked
  const meant = contested.filter(({ name }) => fields?.includes(name) ?? true)
  const strange = Object.keys(values).filter((name) => !meant.some((one) => one.name === name))
  const isOpen = ({ name }: Contested) => !Object.hasOwn(values, name)
  const open = meant.filter((one) => isOpen(one) || !isChoice(resource, one.name)).map(({ name }) => name)
  const problems = [
    ...refusals(resource, strange, 'unknown', '{label} does not belong here'),
    ...refusals(resource, open, 'contested', '{label} was changed again since: choose what stands'),
  ]
  if (problems.length > 0) rejectFields(problems)
  return Object.fromEntries(
    meant.map(({ name, before, now }): [string, Json] => {
      // What was sent is JSON.
      const [field, value] = [resource.fields[name], (values[name] ?? null) as Json]
      const known = [before, now].flatMap((list) => (Array.isArray(list) ? list : []))
      // Entries come from either side, none is new.
      const draw = () =>
        rejectFields(refusals(resource, [name], 'unknown', '{label} holds an entry that is not there any more'))
      return [name, field ? withIds(field, value, Array.isArray(now) ? known : now, draw) : value]
    }),
  )
}

type Needed = { part: string; action: Action; isForAuthor: boolean }

/** Into Trash and out of it takes its own right, and so does coming back otherwise than a restore would bring it. */
const neededForStatus = (name: string, before: RecordState, after: RecordState): Action[] => {
  const isTrash = before.status === 'deleted' || after.status === 'deleted'
  if (name !== 'status' || !isTrash) return ['u']
  return before.status === 'deleted' && after.status !== before.restoresTo ? ['d', 'u'] : ['d']
}

/** The actions that somebody needs who changes these parts by hand, each with the part that asks for it. */
const neededFor = (resource: Resource, { data, verbs }: Plan, before: RecordState, after: RecordState): Needed[] => {
  const own = [...verbs].flatMap((name) => resource.verbs[name] ?? [])
  return Object.keys(data).flatMap((name) => {
    const [part, field] = [partOf(resource, name), resource.fields[name]]
    const by = (action: Action): Needed => ({ part, action, isForAuthor: false })
    if (part === 'status') return neededForStatus(name, before, after).map(by)
    // What is done to entries is looked at by itself (rules/declared.ts).
    if (field && isByAction(field)) return []
    if (!field || isEdited(field) || own.length === 0) return [by('u')]
    // What verbs set takes the right to each verb that is taken back.
    return own.map(({ action, isForAuthor = false }) => ({ part, action, isForAuthor }))
  })
}

/** @throws Rejected naming the parts that whoever asks may not change by hand: a revert gives no right */
const checkMay = (command: Command, plan: Plan, before: RecordState, after: RecordState): void => {
  const { resource, perms } = command
  if (perms === null || isForAuthor(command)) return
  const isDenied = ({ action, isForAuthor }: Needed) => isForAuthor || !perms.includes(`${action}-${resource.area}`)
  const denied = neededFor(resource, plan, before, after).filter(isDenied)
  if (denied.length === 0) return
  const names = denied.map(({ part }) => part)
  throw new Rejected(accessDenied, 'forbidden', {
    problems: refusals(resource, names, 'forbidden', 'You may not change this: {label}'),
  })
}

type Parts = Pick<DispatchDependencies, 'clean' | 'now'> & Pick<ReturnType<typeof references>, 'problemsOfReferences'>

/** The state once the parts are as an event would say it. */
const withParts = (resource: Resource, state: RecordState, data: JsonObject): RecordState => {
  const event = { type: resource.events.revert ?? '', data, stream: '', revision: state.version, at: state.changedAt }
  return evolve(resource, state, { ...event, actor: { type: 'system', id: 'revert' } })
}

/**
 * What a revert changes of a record as it is now, checked by the rules of today: the fields as an edit of them would be, and no right is
 * gained. Secrets, and what the server says of files, stay as they are; what was erased does not come back.
 */
export const reverter = ({ clean, now, problemsOfReferences }: Parts) => {
  const read = async (command: Command, state: RecordState, data: JsonObject): Promise<JsonObject> => {
    const { resource } = command
    const { fields } = resource
    const said = Object.fromEntries(Object.entries(data).filter(([name]) => fields[name] && isEdited(fields[name])))
    const isDraft = isPlainDraft(resource, withParts(resource, state, data).values)
    const { values, problems } = readThrough(resource, 'edit', said, {}, isDraft)
    if (problems.length > 0) rejectFields(problems)
    const { values: safe } = await clean(fields, values)
    checkIdentifiers(resource, state, safe)
    const gone = (await problemsOfReferences(command, state, safe)).map(({ property }) => property)
    if (gone.length > 0) rejectFields(refusals(resource, gone, 'gone', isGone))
    return { ...data, ...safe }
  }

  /** A moment that has passed does not come again; nor is what was published once published again by a clock. */
  const withoutPast = (resource: Resource, state: RecordState, data: JsonObject): JsonObject => {
    const name = resource.publishing?.at
    const at = name === undefined ? null : (data[name] ?? null)
    if (name === undefined || typeof at !== 'string') return data
    const isOver = at <= now().toISOString() || state.status === 'active' || data.status !== undefined
    return isOver ? Object.fromEntries(Object.entries(data).filter(([one]) => one !== name)) : data
  }

  /** @throws Rejected what stands in the way, by part where it is about one */
  return async (command: Command, { state, events }: Loaded): Promise<Back> => {
    const { resource, perms } = command
    const maySeeTrash = perms === null || isForAuthor(command) || perms.includes(`d-${resource.area}`)
    if (state.status === 'none' || (state.status === 'deleted' && !maySeeTrash)) throw noSuchRecord(resource)
    const asked = readAsked(command, state)
    const goal = goalOf(asked)
    const plan = planOf(resource, state, events, goal)
    const data = withoutPast(resource, state, {
      ...onlyParts(resource, plan.data, asked.fields),
      ...chosenOf(resource, plan.contested, asked),
    })
    const isErased = events.some((event) => event.isErased)
    const lost = Object.keys(data).filter(
      (name) => resource.fields[name] && hasPersonal({ name: resource.fields[name] }),
    )
    if (isErased && lost.length > 0) rejectFields(refusals(resource, lost, 'erased', wasErased))
    checkMay(command, { ...plan, data }, state, withParts(resource, state, data))
    const without = 'without' in goal ? { without: goal.without } : {}
    const before = 'without' in goal ? Math.min(...goal.without) - 1 : goal.version
    return { version: before, ...without, data: await read(command, state, data) }
  }
}
