import { inEnglish, type Message, messageOf, type Values } from './message.ts'

/** Why a command is refused; api/server/errors.ts turns it into a status (X3). */
export type RejectionKind =
  | 'malformed'
  | 'rule'
  | 'validation'
  | 'taken'
  | 'missing'
  | 'stale'
  | 'forbidden'
  | 'throttled'
  | 'unauthenticated'
  | 'unavailable'

/** One refused field: the rule's name with the English sentence, and the message that it is. */
export type FieldProblem = Message & { property: string; constraints: Record<string, string> }

/** The sentence of a missing permission, verbatim from the specification. */
export const accessDenied = 'Access is denied. You may not have the appropriate permissions to access this page.'

/** The sentence of a change that the public would see, to whoever may not publish. */
export const needsReview = 'This changes what is published, and you may not publish. Ask for a review.'

/** A refusal: `id` and `values` of its message, `problems` by field (validation), `data` to go on with (stale: version, changed fields). */
export class Rejected extends Error {
  readonly kind: RejectionKind
  readonly id: string
  readonly values: Values
  readonly problems: readonly FieldProblem[]
  readonly data: unknown
  constructor(
    id: string,
    kind: RejectionKind = 'rule',
    more: { values?: Values; problems?: readonly FieldProblem[]; data?: unknown } = {},
  ) {
    const values = more.values ?? {}
    super(inEnglish({ id, values }))
    this.id = id
    this.values = values
    this.name = 'Rejected'
    this.kind = kind
    this.problems = more.problems ?? []
    this.data = more.data ?? null
  }
}

const ofFields = (problems: readonly FieldProblem[]): Rejected => {
  const { id = 'Some fields need another look.', values = {} } = problems[0] ?? {}
  return new Rejected(id, 'validation', { problems, values })
}

/** @throws Rejected always: 422 with the message of the first field. */
export const rejectFields = (problems: readonly FieldProblem[]): never => {
  throw ofFields(problems)
}

/** The refusal of these fields, for a command that is to be told with whatever else is wrong (commands/command.ts). */
export const refusedFor = (problems: readonly FieldProblem[]): { refusal?: Rejected } =>
  problems.length > 0 ? { refusal: ofFields(problems) } : {}

/** Runs checks of different parts of one form. @throws Rejected with the fields of all that refuse; any other error at once, but after a refusal */
export const checkAll = async (checks: readonly (() => unknown)[]): Promise<void> => {
  const refusals: Rejected[] = []
  for (const check of checks)
    try {
      await check()
    } catch (error) {
      const isOfFields = error instanceof Rejected && error.problems.length > 0
      if (!isOfFields && refusals.length === 0) throw error
      if (isOfFields) refusals.push(error)
    }
  const [first, ...others] = refusals
  if (first && others.length === 0) throw first
  if (first) rejectFields(refusals.flatMap(({ problems }) => problems))
}

/** The refusal for a record that never was, or is deleted for good. */
export const noSuchRecord = ({ label }: { label: string }): Rejected =>
  new Rejected('This {record} does not exist.', 'missing', { values: { record: label.toLowerCase() } })

/** The refusal for a verb that a resource does not have. */
export const noSuchAction = ({ plural }: { plural: string }): Rejected =>
  new Rejected('There is no such action on {plural}.', 'missing', { values: { plural } })

/** The problem of a unique value that another record holds. */
export const taken = (property: string, label: string): FieldProblem =>
  fieldProblem(property, 'taken', '{label} is already taken.', { label })

/** A single field's refusal. Without `values`, the sentence may be that of a declaration. */
export const fieldProblem = (property: string, rule: string, id: string, values?: Values): FieldProblem => {
  const message = values ? { id, values } : messageOf(id)
  return { property, constraints: { [rule]: inEnglish(message) }, ...message }
}
