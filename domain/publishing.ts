import type { JsonObject } from './event.ts'
import { type Field, flag } from './fields/field.ts'
import { moment } from './fields/time.ts'
import { type FieldProblem, fieldProblem } from './rejected.ts'

export const draftFields = {
  draft: flag({ label: 'Draft', isFixed: true, isApart: true }),
  publish_at: moment({ label: 'Publish at', isApart: true }),
}

/** Records begin as drafts: inactive until a person activates them, or their moment comes. Goes with `draftFields`. */
export const publishing: Publishing = { draft: 'draft', at: 'publish_at' }

/** The flag that says that a record was never active, and the moment at which it becomes so. */
export type Publishing = { draft: string; at: string }

type Declared = { publishing?: Publishing; fields: Readonly<Record<string, Field>> }

type State = {
  status: string
  restoresTo: string
  createdAt: string
  values: JsonObject
}

/** What is sent of a new record: one with a moment is a draft until then. */
export const withDraft = ({ publishing: of }: Declared, values: JsonObject): JsonObject =>
  of && typeof values[of.at] === 'string' ? { ...values, [of.draft]: true } : values

/** A moment that has passed, or one for what is published. */
export const publishingProblems = (
  { publishing: of, fields }: Declared,
  { status }: Pick<State, 'status'>,
  changes: JsonObject,
  now: string,
): FieldProblem[] => {
  const at = of && changes[of.at]
  if (!of || typeof at !== 'string') return []
  const label = fields[of.at]?.label ?? of.at
  if (status === 'active') return [fieldProblem(of.at, 'rule', '{label} is for what is not published yet', { label })]
  return at > now ? [] : [fieldProblem(of.at, 'past', '{label} has passed already', { label })]
}

/** True when a record still waits for the moment `due`; whoever activates it at its moment asks this. */
export const isAwaiting = ({ publishing: of }: Declared, { values }: Pick<State, 'values'>, due: string): boolean =>
  of !== undefined && values[of.at] === due

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
  if (verb === 'delete') return { values: { ...values, [of.at]: null } }
  if (verb !== 'activate') return {}
  return {
    createdAt: before.values[of.draft] === true ? at : createdAt,
    values: { ...values, [of.draft]: false, [of.at]: null },
  }
}
