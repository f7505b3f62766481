import type { Json } from '../../domain/event.ts'
import type { Field } from '../../domain/fields/field.ts'
import { partsOf } from '../../domain/json.ts'
import { fieldsWithin, isByAction, leavesOf, namedFields, picking, pointsAt } from '../../domain/fields/walk.ts'
import type { Action } from '../../domain/permission.ts'
import { accessDenied, fieldProblem, Rejected, rejectFields } from '../../domain/rejected.ts'
import type { RecordState } from '../../domain/resource.ts'
import type { Guard } from '../../event-store/port.ts'
import type { Change, Rule, RuleReader } from './rule.ts'

const next = (name: string, field: Field, { values }: RecordState): number[] =>
  leavesOf(name, field, values[name] ?? field.initial).flatMap((leaf) =>
    leaf.field.isAcyclic ? (pointsAt(leaf)?.ids ?? []) : [],
  )

/** True when following the references of a field from some records leads to `id`. */
const leadsTo = async ({ resource, after }: Change, name: string, field: Field, from: number[], reader: RuleReader) => {
  const seen = new Set<number>()
  const waiting = [...from]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at === after.id) return true
    if (seen.has(at)) continue
    seen.add(at)
    waiting.push(...next(name, field, await reader.record(resource, at)))
  }
  return false
}

/** Every change that adds a reference moves the guard of its field, so two changes cannot close a circle together. */
const guardOfCircles = async (change: Change, name: string, field: Field, reader: RuleReader): Promise<Guard[]> => {
  const { resource, before, after } = change
  const known = next(name, field, before)
  const added = next(name, field, after).filter((id) => !known.includes(id))
  // Nothing points at a record that is just being made.
  if (added.length === 0 || before.status === 'none') return []
  const guard = await reader.guard(`${resource.name}.${name}`)
  if (await leadsTo(change, name, field, added, reader))
    rejectFields([
      fieldProblem(name, 'circle', '{label} would lead back to this {record}', {
        label: field.label,
        record: resource.label.toLowerCase(),
      }),
    ])
  return [guard]
}

type Entry = { id: Json; parent: Json; values: string }

const entriesOf = (value: Json | undefined, parent: Json = null): Entry[] =>
  (Array.isArray(value) ? value : []).flatMap((item) => {
    const { id = null, children, ...values } = partsOf(item)
    return [{ id, parent, values: JSON.stringify(values) }, ...entriesOf(children, id)]
  })

/** What was done to the entries of a list or tree: added (c), changed or moved (u), taken away (d). */
const actionsBetween = (before: Json | undefined, after: Json | undefined): Action[] => {
  const [was, is] = [entriesOf(before), entriesOf(after)]
  const known = new Map(was.map((entry) => [entry.id, entry]))
  const left = new Set(is.map(({ id }) => id))
  const kept = is.filter(({ id }) => known.has(id))
  const order = was.filter(({ id }) => left.has(id))
  const isMoved = kept.some(({ id }, index) => id !== order[index]?.id)
  const isChanged = kept.some(({ id, parent, values }) => {
    const former = known.get(id)
    return former?.parent !== parent || former?.values !== values
  })
  return [
    ...(kept.length < is.length ? (['c'] as const) : []),
    ...(isMoved || isChanged ? (['u'] as const) : []),
    ...(order.length < was.length ? (['d'] as const) : []),
  ]
}

const checkActions = ({ resource, verb, before, after, perms }: Change, name: string): void => {
  if (perms === null || (verb !== 'edit' && verb !== 'revert')) return
  for (const action of actionsBetween(before.values[name], after.values[name]))
    if (!perms.includes(`${action}-${resource.area}`)) throw new Rejected(accessDenied, 'forbidden')
}

const byAction = picking(isByAction)
const acyclic = picking((field) => fieldsWithin(field).some(({ isAcyclic }) => isAcyclic))

/** The rules that follow from what fields say of themselves: `isAcyclic`, and that they are trees. */
export const declaredRule: Rule = async (change, reader) => {
  const guards: Guard[] = []
  const { fields } = change.resource
  for (const name of Object.keys(byAction(fields))) checkActions(change, name)
  for (const [name, field] of namedFields(acyclic(fields)))
    guards.push(...(await guardOfCircles(change, name, field, reader)))
  return guards
}
