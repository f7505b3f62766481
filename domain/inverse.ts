import type { Json, JsonObject } from './event.ts'
import { isJsonObject, partsOf } from './json.ts'
import type { Field } from './fields/field.ts'
import type { RecordState, Resource } from './resource.ts'

export type Inverse = { verb: string; sent: JsonObject }

const idsIn = (value: Json | undefined): Json[] =>
  (Array.isArray(value) ? value : []).flatMap((item) => {
    const { id = null, children } = partsOf(item)
    return [id, ...idsIn(children)]
  })

/** Entries of a list or tree that are gone come back as new ones: no number is given twice. */
const withNewIds = (value: Json, left: readonly Json[]): Json => {
  if (!Array.isArray(value)) return value
  return value.map((item) => {
    if (!isJsonObject(item)) return item
    const { id = null, children, ...parts } = item
    const known = left.includes(id) ? id : `new_${JSON.stringify(id)}`
    return { id: known, ...parts, ...(children === undefined ? {} : { children: withNewIds(children, left) }) }
  })
}

const isSettable = ({ isDerived, isSupplied, isFixed, kind }: Field) =>
  !isDerived && !isSupplied && !isFixed && kind !== 'secret'

const editBack = (resource: Resource, before: RecordState, after: RecordState): Inverse | null => {
  const sent: JsonObject = {}
  for (const [name, field] of Object.entries(resource.fields)) {
    const [was = field.initial, is = field.initial] = [before.values[name], after.values[name]]
    if (!isSettable(field) || JSON.stringify(was) === JSON.stringify(is)) continue
    // What was published has no moment to go back to.
    if (name === resource.publishing?.at && before.status !== after.status) continue
    sent[name] = field.kind === 'list' || field.kind === 'tree' ? withNewIds(was, idsIn(is)) : was
  }
  const [slug, now] = [before.slugs.at(-1), after.slugs.at(-1)]
  if (slug !== undefined && slug !== now) sent.slug = slug
  return Object.keys(sent).length === 0 ? null : { verb: 'edit', sent }
}

/** What takes changes back, step by step, from the record before and after them; nothing when they cannot be (a step of a state machine). */
export const inverseOf = (resource: Resource, before: RecordState, after: RecordState): Inverse[] => {
  const step = (verb: string): Inverse => ({ verb, sent: {} })
  if (before.status === 'none') return after.status === 'deleted' ? [] : [step('delete')]
  const isBack = after.status === 'deleted' && before.status !== 'deleted'
  const status = isBack ? after.restoresTo : after.status
  const edit = after.status === 'deleted' && !isBack ? null : editBack(resource, before, after)
  const draft = resource.publishing?.draft ?? ''
  const isDraftAgain = before.status === 'inactive' && before.values[draft] === true && after.values[draft] !== true
  const moves = { active: 'activate', inactive: 'deactivate', deleted: 'delete' } as const
  return [
    ...(isBack ? [step('restore')] : []),
    ...(edit ? [edit] : []),
    ...(status === before.status ? [] : [{ verb: moves[before.status], sent: isDraftAgain ? { [draft]: true } : {} }]),
  ]
}
