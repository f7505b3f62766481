import type { Actor, JsonObject } from '../domain/event.ts'
import type { Fields, NameIn } from '../domain/fields/values.ts'
import type { Held } from '../domain/shapes/list-declaration.ts'
import type { Rejected } from '../domain/rejected.ts'
import type { RecordState, Resource } from '../domain/resource.ts'
import type { Log } from '../event-store/log.ts'
import type { Claim, Guard } from '../event-store/port.ts'
import type { SentFile } from '../platform/files/uploads.ts'
import type { Ids } from './ids.ts'
import type { Uses } from './rules/references.ts'
import type { Rules } from './rules/rule.ts'
import type { Secrets } from './secrets.ts'

export type Attachment = {
  read(): Promise<void>
  /** Stores what was read for the record of this stream; answers the ids of the files by path. @throws StorageFull */
  store(stream: string, author?: string): Promise<JsonObject>
  /** Takes back what was stored, after the command was refused all the same. Never throws. */
  withdraw(): Promise<void>
}

/** One command. `sent` is what the client sent; `ifVersion` the version it saw; `perms` null for the system itself. */
export type Command<F extends Fields = Fields> = {
  resource: Resource<F>
  verb: string
  id?: number
  sent?: Readonly<Record<string, unknown>>
  supplied?: Held<NameIn<F>, unknown>
  ifVersion?: number
  actor: Actor
  perms: readonly string[] | null
  commandId: string
  /** True when nothing was ever tried under this command id: then no earlier outcome is looked for. */
  isFirstTry?: boolean
  correlationId?: string
  /** What made it, when that is not the command itself: a job. */
  causationId?: string
  isSilent?: boolean
  isDryRun?: boolean
  /** The password that staff give to somebody who signs in: kept as its hash, in no event. */
  password?: string
  /** What is wrong with it already: it is refused, and told with it is whatever else is wrong (X25). */
  refusal?: Rejected
  /** Of a dry run: streams that others are going to begin before it, at which the record may point. */
  planned?: ReadonlySet<string>
  /** Of a dry run: whoever asks looks at the values that it would claim, for many commands at once. */
  leavesClaims?: boolean
  /** By where they belong: names of fields, or paths into composite ones such as `images[new_1].thumbnail`. */
  files?: Readonly<Record<string, SentFile>>
  signal?: AbortSignal | undefined
  /** The order of the records as it was when their new numbers were worked out; the command fails when it has changed since. */
  orderGuard?: Guard
  /** Told the id that a create draws, before anything is written; answers the one to take. */
  keepId?: (id: number) => Promise<number>
}

export type Span = { from: number; to: number }

/** Writes what a dry run of a new record found, as it was decided then, under these ids; null when others were faster. */
export type Commit = (
  as: Pick<Command, 'commandId' | 'correlationId' | 'causationId' | 'isSilent'>,
) => Promise<Pick<Outcome, 'span' | 'position'> | null>

/** `position` is null when nothing changed; `removed` is what cleaning took out, `released` pictures of a person that they show no longer. */
export type Outcome = {
  id: number
  slug: string | null
  version: number
  position: bigint | null
  /** What the command would claim, addresses apart; of a dry run only. */
  claims?: readonly Claim[]
  /** The record as it was; of a dry run only. */
  before?: RecordState
  /** Of a dry run of a new record only. */
  commit?: Commit
  /** The record's versions before and after the command; null when it changed nothing. */
  span: Span | null
  /** False where more was changed than a revert of the record brings back: other records, a password, the bytes of a file. */
  isRevertible?: boolean
  state: RecordState
  removed: readonly string[]
  released: readonly number[]
}

export type CommandFiles = {
  attach(command: Command): Attachment
  /** Takes away pictures of people that their records show no longer; what cannot be taken now is swept later. */
  letGo(ids: readonly number[]): Promise<void>
}

export type DispatchDependencies = {
  log: Log
  ids: Ids
  claimKey: Uint8Array
  now: () => Date
  /** The records of other resources that point at this one; waits for the projection first. */
  usesOf: (resource: Resource, id: number) => Promise<Uses>
  activeIds: (resource: Resource, values: Readonly<Record<string, string>>) => Promise<readonly number[]>
  clean: (fields: Fields, values: JsonObject) => Promise<{ values: JsonObject; removed: string[] }>
  resources: readonly Resource[]
  secrets: Secrets
  /** Without it no command may bring a file. */
  files?: CommandFiles
  rules?: Rules
}

export type Dispatch = <F extends Fields>(command: Command<F>) => Promise<Outcome>
