/** Why a command is refused; api/errors.ts turns it into a status (spec/decisions X3). */
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

/** One refused field: the rule's name and the sentence for people. */
export type FieldProblem = { property: string; constraints: Record<string, string> }

/** The sentence of a missing permission, verbatim from the specification. */
export const accessDenied = 'Access is denied. You may not have the appropriate permissions to access this page.'

/**
 * A command that is refused, with a sentence for the person who sent it. The sentence is also the message id.
 * `problems` names fields (validation), `data` is what a client needs to go on (stale: version and changed fields).
 */
export class Rejected extends Error {
  readonly kind: RejectionKind
  readonly problems: readonly FieldProblem[]
  readonly data: unknown
  constructor(
    message: string,
    kind: RejectionKind = 'rule',
    more: { problems?: readonly FieldProblem[]; data?: unknown } = {},
  ) {
    super(message)
    this.name = 'Rejected'
    this.kind = kind
    this.problems = more.problems ?? []
    this.data = more.data ?? null
  }
}

/** @throws Rejected always: 422 with one sentence and the first constraint of each field. */
export const rejectFields = (problems: readonly FieldProblem[]): never => {
  const first = problems[0] ? Object.values(problems[0].constraints)[0] : undefined
  throw new Rejected(first ?? 'Some fields need another look.', 'validation', { problems })
}

/** A single field's refusal, for rules that are found outside the schemas (taken values, passwords). */
export const fieldProblem = (property: string, rule: string, text: string): FieldProblem => ({
  property,
  constraints: { [rule]: text },
})
