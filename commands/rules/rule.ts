import type { Actor } from '../../domain/event.ts'
import type { Fields, Said } from '../../domain/fields/values.ts'
import { type RecordState, type Resource, valuesOf } from '../../domain/resource.ts'
import type { Guard } from '../../event-store/port.ts'

/** A change that is about to be appended: the record before and after it, and who makes it (`perms` null: the system). */
export type Change<F extends Fields = Fields> = {
  resource: Resource<F>
  verb: string
  before: RecordState<F>
  after: RecordState<F>
  actor: Actor
  perms: readonly string[] | null
}

/** What a rule may look at: a guard of the log, and other records as they are. */
export type RuleReader = {
  /** The revision of a guard, so that the append fails when another change has moved it meanwhile. */
  guard(name: string): Promise<Guard>
  record<F extends Fields>(resource: Resource<F>, id: number): Promise<RecordState<F>>
  /** The active records whose fields hold these values, as read models say that have reached the head of the log. */
  active<F extends Fields, V extends Readonly<Record<string, string>>>(
    resource: Resource<F>,
    values: Said<F, V>,
  ): Promise<readonly number[]>
}

/** Answers the guards that the append must find unmoved. @throws Rejected when the change breaks the rule */
export type Rule<F extends Fields = Fields> = (change: Change<F>, reader: RuleReader) => Promise<readonly Guard[]>

/** A rule of one resource, which reads its records by the names of their fields. */
export const ruleOf = <F extends Fields>(resource: Resource<F>, rule: Rule<F>): Rules => ({
  [resource.name]: ({ before, after, ...change }, reader) =>
    rule(
      {
        ...change,
        resource,
        before: { ...before, values: valuesOf(resource, before) },
        after: { ...after, values: valuesOf(resource, after) },
      },
      reader,
    ),
})

/** The rules across records that a declaration cannot say, by the name of the resource that changes. */
export type Rules = Readonly<Record<string, Rule>>
