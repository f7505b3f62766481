import type { Actor } from '../domain/event.ts'
import type { RecordState, Resource } from '../domain/resource.ts'
import type { Guard } from '../event-store/port.ts'

/** A change that is about to be appended: the record before and after it, and who makes it (`perms` null: the system). */
export type Change = {
  resource: Resource
  verb: string
  before: RecordState
  after: RecordState
  actor: Actor
  perms: readonly string[] | null
}

/** What a rule may look at: a guard of the log, and other records as they are. */
export type RuleReader = {
  /** The revision of a guard, so that the append fails when another change has moved it meanwhile. */
  guard(name: string): Promise<Guard>
  record(resource: string, id: number): Promise<RecordState>
  /** The active records whose fields hold these values, as read models say that have reached the head of the log. */
  active(resource: string, values: Readonly<Record<string, string>>): Promise<readonly number[]>
}

/** Answers the guards that the append must find unmoved. @throws Rejected when the change breaks the rule */
export type Rule = (change: Change, reader: RuleReader) => Promise<readonly Guard[]>

/** The rules across records that a declaration cannot say, by the name of the resource that changes. */
export type Rules = Readonly<Record<string, Rule>>
