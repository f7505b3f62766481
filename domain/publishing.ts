import type { JsonObject } from './event.ts'
import type { Publishing } from './fields/draft.ts'
import type { Fields } from './fields/values.ts'
import { leftOut, mayBeEmpty } from './fields/left-out.ts'
import { type FieldProblem, fieldProblem, Rejected } from './rejected.ts'

type Declared = { publishing?: Publishing; fields: Fields; recordLabel: readonly string[] }

type State = {
  status: string
  restoresTo: string
  createdAt: string
  values: JsonObject
}

/** What is sent of a new record: one with a moment is a draft until then. */
export const withDraft = ({ publishing: of }: Declared, values: JsonObject): JsonObject =>
  of && isPlanned(of, values) ? { ...values, [of.draft]: true } : values

const isPlanned = ({ at }: Publishing, values: Readonly<Record<string, unknown>>): boolean =>
  at !== undefined && typeof values[at] === 'string' && values[at] !== ''

/** True when nobody reads a record with these values and none will by itself: it needs nothing but its title. */
export const isPlainDraft = ({ publishing: of }: Declared, values: Readonly<Record<string, unknown>>): boolean =>
  of !== undefined && (values[of.draft] === true || values[of.draft] === 'true') && !isPlanned(of, values)

/** What a deactivation may say: that the record is the draft again that it was before it was published. */
export const draftAgain = ({ publishing: of, fields }: Pick<Declared, 'publishing' | 'fields'>): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name === of?.draft))

const known = new WeakMap<Fields, Fields>()

/** The fields of a draft: only what names it is required. */
export const fieldsOfDraft = ({ fields, recordLabel }: Declared): Fields => {
  const made =
    known.get(fields) ??
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, recordLabel.includes(name) ? field : mayBeEmpty(field)]),
    )
  known.set(fields, made)
  return made
}

const required = (path: string, label: string): FieldProblem =>
  fieldProblem(path, 'required', '{label} is required', { label })

/** @throws Rejected naming the fields that a draft leaves empty and that are required of what is published */
export const checkWhole = ({ publishing: of, fields }: Declared, values: JsonObject): void => {
  if (!of || values[of.draft] !== true) return
  const missing = leftOut(fields, values)
  const labels = [...new Set(missing.map(({ field }) => field.label))].join(', ')
  const problems = missing.map(({ path, field }) => required(path, field.label))
  if (problems.length > 0)
    throw new Rejected('Before this can be published it needs: {labels}.', 'validation', {
      problems,
      values: { labels },
    })
}

/** What a draft that is published by itself at its moment leaves empty of what is required by then. */
export const missingOfPlanned = ({ publishing: of, fields }: Declared, values: JsonObject): FieldProblem[] =>
  of && isPlanned(of, values) && values[of.draft] === true
    ? leftOut(fields, values).map(({ path, field }) => required(path, field.label))
    : []

/** As above, of a draft that is published by itself at its moment. */
export const checkPlanned = (declared: Declared, values: JsonObject): void => {
  if (declared.publishing && isPlanned(declared.publishing, values)) checkWhole(declared, values)
}

/** What is required and was emptied of a record that is no draft any more by now. */
export const emptied = (
  { publishing: of, fields }: Declared,
  after: JsonObject,
  changes: JsonObject,
): FieldProblem[] =>
  of && after[of.draft] !== true
    ? leftOut(Object.fromEntries(Object.entries(fields).filter(([name]) => Object.hasOwn(changes, name))), after).map(
        ({ path, field }) => required(path, field.label),
      )
    : []

/** A moment that has passed, or one for what is published. */
export const publishingProblems = (
  { publishing: of, fields }: Declared,
  { status }: Pick<State, 'status'>,
  changes: JsonObject,
  now: string,
): FieldProblem[] => {
  const name = of?.at
  const at = name && changes[name]
  if (!name || typeof at !== 'string') return []
  const label = fields[name]?.label ?? name
  if (status === 'active') return [fieldProblem(name, 'rule', '{label} is for what is not published yet', { label })]
  return at > now ? [] : [fieldProblem(name, 'past', '{label} has passed already', { label })]
}

/** True when a record still waits for the moment `due`; whoever activates it at its moment asks this. */
export const isAwaiting = ({ publishing: of }: Declared, { values }: Pick<State, 'values'>, due: string): boolean =>
  of?.at !== undefined && values[of.at] === due

/** How drafts change what a verb leaves: a new one is inactive, and a published one counts as made when it was published. */
export const publishingChanges = (
  { publishing: of }: Declared,
  verb: string,
  before: Pick<State, 'values'>,
  { values, createdAt }: Pick<State, 'values' | 'createdAt'>,
  at: string,
) => {
  if (!of) return {}
  if (verb === 'create' && values[of.draft] === true)
    return { status: 'inactive' as const, restoresTo: 'inactive' as const }
  const noMoment = of.at === undefined ? {} : { [of.at]: null }
  if (verb === 'delete') return { values: { ...values, ...noMoment } }
  if (verb !== 'activate') return {}
  return {
    createdAt: before.values[of.draft] === true ? at : createdAt,
    values: { ...values, [of.draft]: false, ...noMoment },
  }
}

/** True when the public is shown a record, by its status, or will be at the moment that it holds. */
export const isToBeShown = (
  { publishing: of }: Pick<Declared, 'publishing'>,
  { status, values }: Pick<State, 'status' | 'values'>,
): boolean => status === 'active' || (status === 'inactive' && of !== undefined && isPlanned(of, values))

/** True for records that are published at one moment, and not for a span: that moment is known of each. */
export const isDated = ({ publishing }: Pick<Declared, 'publishing'>): boolean => publishing?.at !== undefined

/** When a record was published, since when it counts as made: null for a draft. */
export const publishedAt = (
  { publishing: of }: Pick<Declared, 'publishing'>,
  { values, createdAt }: Pick<State, 'values' | 'createdAt'>,
): string | null => (of === undefined || values[of.draft] === true ? null : createdAt)

/** True for records that a link can show before they are published: they have a text, and a page of their own in the portal. */
export const isPreviewable = ({ publishing, portal, fields }: Declared & { portal?: unknown }): boolean =>
  publishing !== undefined && portal !== undefined && Object.values(fields).some(({ kind }) => kind === 'html')
