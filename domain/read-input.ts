import { canonicalJson } from './canonical-json.ts'
import type { Json, JsonObject } from './event.ts'
import type { Field } from './fields/field.ts'
import type { Fields } from './fields/values.ts'
import { isShown, messageAt } from './fields/composite.ts'
import { asJson, isObject } from './json.ts'
import { fieldsWithin, type Leaf, mapLeaves, namedFields, pathOf, rootOf } from './fields/walk.ts'
import { type FieldProblem, fieldProblem, rejectFields } from './rejected.ts'
import { draftAgain, fieldsOfDraft } from './publishing.ts'
import type { Resource } from './resource.ts'

type Sent = Readonly<Record<string, unknown>>

/** The fields that a verb reads: those of the record, or of its own input. */
export const fieldsOf = ({ verbs, fields }: Resource, verb: string): Fields => verbs[verb]?.input ?? fields

const problemsOf = (name: string, field: Field, sent: unknown): FieldProblem[] | { value: JsonObject[string] } => {
  const read = field.input.safeParse(sent)
  if (read.success) return { value: read.data }
  const found = new Map<string, FieldProblem>()
  for (const issue of read.error.issues) {
    const property = pathOf(name, issue.path)
    const { id, values } = messageAt(field, issue)
    if (!found.has(property)) found.set(property, fieldProblem(property, issue.code ?? 'invalid', id, values))
  }
  return [...found.values()]
}

const isAsked = (field: Field) => !field.isDerived && !field.isSupplied

// What belongs to some records only is asked of those. The one record may begin without anything (domain/verbs/together.ts).
const isWanted = ({ isSingleton }: Resource, field: Field, sent: Sent) =>
  field.isRequired && !isSingleton && isShown(field, sent)

const askedBy = (resource: Resource, verb: string, isDraft: boolean) => {
  if (verb === 'deactivate') return draftAgain(resource)
  if (verb !== 'create' && verb !== 'edit') return resource.verbs[verb]?.input ?? {}
  return isDraft ? fieldsOfDraft(resource) : resource.fields
}

/** What could be read of what was sent, and what is wrong with the rest. */
export type Reading = { values: JsonObject; problems: readonly FieldProblem[] }

/** Reads what a client sent; absent fields stay away (X7b), unknown or `supplied` ones are refused, a draft may leave much empty. @throws Rejected validation */
export const readInput = (...asked: Parameters<typeof readThrough>): JsonObject => {
  const { values, problems } = readThrough(...asked)
  if (problems.length > 0) rejectFields(problems)
  return values
}

/** The same with every problem beside what could be read. */
export const readThrough = (
  resource: Resource,
  verb: string,
  sent: Sent,
  supplied: Sent = {},
  isDraft = false,
): Reading => {
  const input = resource.verbs[verb]?.input
  const fields = askedBy(resource, verb, isDraft)
  const isOfRecord = verb === 'create' || verb === 'edit'
  const isWhole = verb === 'create' || input !== undefined
  const said = input ? sent : { ...resource.initialValues, ...sent }
  const problems: FieldProblem[] = []
  const values: JsonObject = {}
  for (const [name, field] of namedFields(fields)) {
    const source = field.isSupplied ? supplied : isAsked(field) ? sent : {}
    const isSent = Object.hasOwn(source, name)
    // A record without what only the server knows is none: whoever makes one says it, or it is not made.
    const isNeeded = isAsked(field) ? isWhole : field.isSupplied && verb === 'create'
    if (!isSent && !(isNeeded && isWanted(resource, field, said))) continue
    const read = problemsOf(name, field, isSent ? source[name] : field.initial)
    if (Array.isArray(read)) problems.push(...read)
    else values[name] = read.value
  }
  for (const name of Object.keys(sent)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!field || !isAsked(field))
      problems.push(
        fieldProblem(name, 'unknown', isOfRecord ? '{name} is not a field of {plural}' : '{name} is not known here', {
          name: /^\w{1,60}$/.test(name) ? name : 'One of the names',
          ...(isOfRecord ? { plural: resource.plural } : {}),
        }),
      )
  }
  return { values, problems }
}

// Trees nest as deep as somebody sends them.
const isSalvaged = (field: Field): boolean =>
  (field.kind === 'list' || field.kind === 'object') && fieldsWithin(field).every(({ kind }) => kind !== 'tree')

/** Of lists and groups of which only parts were refused, the parts that could be read; what could not is as if nothing was said of it. */
export const partsRead = (fields: Fields, sent: Sent, problems: readonly FieldProblem[]): JsonObject => {
  const refused = new Set(problems.map(({ property }) => property))
  const names = [...new Set([...refused].map(rootOf))].filter(
    (name) => !refused.has(name) && Object.hasOwn(fields, name),
  )
  return Object.fromEntries(
    names.flatMap((name) => {
      const field = fields[name]
      if (!field || !isSalvaged(field)) return []
      const value = named(asJson(sent[name]))
      return [[name, mapLeaves(name, field, value, readLeaf)] as const]
    }),
  )
}

const readLeaf = ({ field, value }: Leaf): Json => {
  const read = field.input.safeParse(value)
  return read.success ? read.data : field.initial
}

// As the reader of a list names what came without an id (domain/fields/composite.ts).
const named = (value: unknown): Json =>
  // What came over the wire is JSON.
  (Array.isArray(value)
    ? value.map((item, index) => (isObject(item) ? { ...item, id: item.id ?? `new_${index}` } : item))
    : (value ?? null)) as Json

// A form sends numbers and lists as text as well.
const asSent = (value: Json): Json => {
  if (Array.isArray(value)) return value.every((one) => typeof one !== 'object') ? value.join(',') : value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : (value ?? '')
}

const isKept = (sent: unknown, kept: Json): boolean => {
  if (sent === asSent(kept)) return true
  const value = typeof kept === 'object' ? asJson(sent) : sent
  // What came over the wire is JSON. A database that keeps it may have put its names into another order.
  return canonicalJson(value as Json) === canonicalJson(kept)
}

/** What was sent without the fields that are sent as they are kept. A form may send all of its fields, whoever changed them. */
export const withoutUnchanged = (values: JsonObject, sent: Sent): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => {
      const kept = Object.hasOwn(values, name) ? values[name] : undefined
      return kept === undefined || !isKept(value, kept)
    }),
  )
