import { isShown } from '../fields/composite.ts'
import { builtInOf } from '../fields/built-in.ts'
import type { Field } from '../fields/field.ts'
import { isGivenOnce, namedFields, picking, rootOf } from '../fields/walk.ts'
import type { Json, JsonObject } from '../event.ts'
import { isSame } from '../json.ts'
import { emptied, isPlainDraft, missingOfPlanned, publishingProblems } from '../publishing.ts'
import { type FieldProblem, fieldProblem } from '../rejected.ts'
import type { Context, RecordState, Resource } from '../resource.ts'

/** Fields that were sent and could not be read. */
export type Unread = ReadonlySet<string>

/** True for a value that the house comes with. */
export const isBuiltIn = (field: Field, value: Json | undefined) => builtInOf(field).some((one) => one === value)

const ruled = picking((field) => field.isFixed || field.shownWhen !== undefined || builtInOf(field).length > 0)

/** What no schema of a single field can tell: fields that stay as they were made, or that records like this one do not have. */
export const problemsTogether = (
  resource: Resource,
  before: RecordState,
  changes: JsonObject,
  { actor, now }: Context,
  unread: Unread,
): FieldProblem[] => {
  const after = { ...before.values, ...changes }
  const problems: FieldProblem[] = []
  const isAskedAtOnce = before.status === 'none' && !isPlainDraft(resource, after)
  for (const [name, field] of namedFields(ruled(resource.fields))) {
    const { label } = field
    if (before.status !== 'none' && field.isFixed && Object.hasOwn(changes, name))
      problems.push(fieldProblem(name, 'fixed', '{label} cannot be changed', { label }))
    if (before.status === 'none' && isBuiltIn(field, after[name]) && actor.type !== 'system')
      problems.push(
        fieldProblem(name, 'options', '{label} is one of {options}', {
          label,
          options: field.options?.join(', ') ?? '',
        }),
      )
    if (!field.shownWhen) continue
    const value = after[name] ?? field.initial
    if (!isShown(field, after) && Object.hasOwn(changes, name) && !isSame(value, field.initial))
      problems.push(fieldProblem(name, 'unknown', '{label} does not belong here', { label }))
    if (isAskedAtOnce && isShown(field, after) && field.isRequired && isSame(value, field.initial))
      problems.push(fieldProblem(name, 'required', '{label} is required', { label }))
  }
  problems.push(...spanProblems(resource, before.values, after), ...publishingProblems(resource, before, changes, now))
  if (before.status !== 'none') problems.push(...emptied(resource, after, changes))
  if (unread.size > 0) problems.push(...missingOfPlanned(resource, after))
  return problems.filter(({ property }) => isJudged(resource, rootOf(property), unread))
}

/** True for a field whose rules follow from nothing that could not be read. */
const isJudged = ({ fields, activeBetween, publishing }: Resource, name: string, unread: Unread): boolean => {
  const span = activeBetween?.includes(name) ? activeBetween : []
  const draft = publishing ? [publishing.draft, publishing.at ?? publishing.draft] : []
  const leaning = [name, ...Object.keys(fields[name]?.shownWhen ?? {}), ...span, ...draft]
  return unread.size === 0 || leaning.every((one) => !unread.has(one))
}

/** A record that would never be active, because its time ends before it begins. */
const spanProblems = ({ activeBetween, fields }: Resource, before: JsonObject, after: JsonObject): FieldProblem[] => {
  const [from = '', until = ''] = activeBetween ?? []
  const [begin, end] = [after[from], after[until]]
  if (typeof begin !== 'string' || typeof end !== 'string' || begin < end) return []
  const isChanged = [from, until].some((name) => !isSame(before[name], after[name]))
  const values = { label: fields[until]?.label ?? until, earlier: fields[from]?.label ?? from }
  return isChanged ? [fieldProblem(until, 'order', '{label} is not later than {earlier}', values)] : []
}

/** The first save of a singleton has no create before it, which would have asked for what is required. */
export const leftOutOfFirst = ({ fields }: Resource, values: JsonObject, unread: Unread): FieldProblem[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    if (field.isDerived || field.isSupplied || field.shownWhen || Object.hasOwn(values, name) || unread.has(name))
      return []
    const { error } = field.input.safeParse(field.initial)
    return error ? [fieldProblem(name, 'required', '{label} is required', { label: field.label })] : []
  })

/**
 * What is required of the one record may come after its beginning: a form that says everything else says what is not stored yet as well: pictures
 * and secrets, which nobody sends again (C2). Parts of the record may be saved alone (X7b).
 */
export const askedLater = (
  { fields, isSingleton }: Resource,
  { values: kept }: RecordState,
  sent: JsonObject,
  unread: Unread,
): FieldProblem[] => {
  if (!isSingleton) return []
  const isSent = (name: string) => Object.hasOwn(sent, name) || unread.has(name)
  const asked = Object.entries(fields).filter(([, { isRequired }]) => isRequired)
  const isForm = asked.every(([name, field]) => isGivenOnce(field) || isSent(name))
  const missing = asked.filter(([name, { initial }]) => !isSent(name) && isSame(kept[name] ?? initial, initial))
  if (!isForm) return []
  return missing.map(([name, { label }]) => fieldProblem(name, 'required', '{label} is required', { label }))
}
