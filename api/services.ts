import type { Pool } from 'pg'
import type { idempotent } from '../commands/idempotency.ts'
import type { NamedPicture, PictureOrigin } from '../commands/files.ts'
import type { Jobs } from '../commands/jobs/jobs.ts'
import type { SignIn } from '../commands/sign-in/sign-in.ts'
import type { Dispatch } from '../commands/command.ts'
import type { mover } from '../commands/order.ts'
import type { Actor } from '../domain/event.ts'
import type { Resource } from '../domain/resource.ts'
import type { Log } from '../event-store/log.ts'
import type { Styles } from '../platform/content/styles.ts'
import type { AnyFile } from '../platform/files/any.ts'
import type { FormFile } from './body/form.ts'
import type { DecodeOptions, Picture } from '../platform/files/decode.ts'
import type { Config } from '../platform/config.ts'
import type { ActivityEntry, ActivityOptions } from '../projections/activity.ts'
import type { ActivitySummary } from '../projections/activity-summary.ts'
import type { DebugEntry, DebugOptions } from '../projections/debug.ts'
import type { MenuContent } from '../projections/menu.ts'
import type { ListOptions, OptionsAsked } from '../projections/list.ts'
import type { Scope } from '../projections/sql.ts'
import type { Projector } from '../projections/running/projector.ts'
import type { Previewed, Written } from '../platform/content/preview.ts'

export type Row = Record<string, unknown>

/** The services behind the routes, as arguments: no route reaches for anything else. */
export type Services = {
  config: Config
  pool: Pool
  log: Log
  resources: readonly Resource[]
  dispatch: Dispatch
  /** Puts a record into another place of its order. */
  move: ReturnType<typeof mover>
  idempotent: ReturnType<typeof idempotent>
  jobs: Jobs
  /** What a signed-in person may do at this moment. */
  permissionsOf: SignIn['permissionsOf']
  styles: Styles
  projector: Pick<Projector, 'waitFor' | 'status'>
  /** What the portal will get of a text. @throws Rejected as cleaning does */
  preview(written: Written): Promise<Previewed>
  records: {
    list(resource: Resource, options: ListOptions): Promise<{ rows: readonly Row[]; total: number }>
    find(resource: Resource, key: string, scope: Scope): Promise<{ row: Row } | null>
    /** The ids of everything that a list query matches, on all pages. */
    matching(resource: Resource, options: Omit<ListOptions, 'page' | 'perPage'>): Promise<number[]>
    options(resource: Resource, asked: OptionsAsked): Promise<{ value: number; label: string }[]>
    configuration(): Promise<Row | null>
    /** The record that the portal shows alone, or null. */
    live(resource: Resource): Promise<Row | null>
    portalList(
      resource: Resource,
      options: Pick<ListOptions, 'page' | 'perPage' | 'keyword' | 'filters'>,
    ): Promise<{ rows: Row[]; total: number }>
    portalRecord(resource: Resource, key: string): Promise<Row | null>
    activity(options: ActivityOptions): Promise<{ rows: ActivityEntry[]; total: number }>
    activitySummary(zone: string, days: number): Promise<ActivitySummary>
    debug(options: DebugOptions): Promise<{ rows: DebugEntry[]; total: number }>
    totals(resources: readonly Resource[]): Promise<{ resource: string; active: number; inactive: number }[]>
    files(keyword: string): Promise<unknown[]>
    /** What employees find in the library by a keyword; nothing without one. */
    documents(options: Pick<ListOptions, 'page' | 'perPage' | 'keyword'>): Promise<{ rows: Row[]; total: number }>
    menuContents(posts: readonly number[], pages: readonly number[]): Promise<MenuContent[]>
    menuSources(): Promise<MenuContent[]>
    usesOfFile(id: number): Promise<{ resource: string; id: number; name: string | null }[]>
    /** The records that point at one, Trash apart. */
    usersOf(resource: Resource, id: number): Promise<{ resource: Resource; id: number }[]>
    /** What records are called, by id; those in Trash as well. */
    labels(resource: Resource, ids: readonly number[]): Promise<ReadonlyMap<number, string>>
    names(actors: readonly Actor[]): Promise<ReadonlyMap<string, string>>
  }
  files: {
    /** Reads the picture at `path` apart from this process. @throws BadUpload, also without room left; Rejected unavailable */
    readPicture(
      path: string,
      asker: { actor: Actor; signal: AbortSignal | undefined },
      options?: DecodeOptions,
    ): Promise<Picture>
    /** Reads a file of any kind: pictures as above, all else as it is. @throws as `readPicture` */
    readFile(sent: FormFile, asker: { actor: Actor; signal: AbortSignal | undefined }): Promise<AnyFile>
    /** Stores bytes that the file of this id is about to have. @throws StorageFull */
    keepBytes(read: AnyFile, id: number): Promise<void>
    storePicture(
      picture: NamedPicture,
      origin: PictureOrigin,
    ): Promise<{ id: number; link: string; position: bigint | null }>
    /** Takes back the pictures of a refused command; what cannot be taken back now is swept later. */
    withdrawOf(commandId: string): Promise<void>
    /** Takes away the pictures of people that their records show no longer; what cannot be taken now is swept later. */
    letGo(ids: readonly number[]): Promise<void>
  }
}
