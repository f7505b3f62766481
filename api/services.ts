import type { Readable } from 'node:stream'
import type { Pool } from 'pg'
import type { idempotent } from '../commands/idempotency.ts'
import type { Added, FileLibrary } from '../commands/files/library.ts'
import type { Audit } from '../commands/audit.ts'
import type { OpenedMarks } from '../commands/inbox/marks.ts'
import type { Jobs } from '../commands/jobs/jobs.ts'
import type { Erasures } from '../commands/personal-data/erasure.ts'
import type { KeptRows } from '../commands/personal-data/kept-rows.ts'
import type { mayErase } from '../commands/personal-data/may-erase.ts'
import type { SheetImports } from '../commands/sheets/import.ts'
import type { SignIn } from '../commands/sign-in/sign-in.ts'
import type { Dispatch } from '../commands/command.ts'
import type { mover } from '../commands/order.ts'
import type { Actor } from '../domain/event.ts'
import type { PersonActor } from '../domain/person.ts'
import type { Resource } from '../domain/resource.ts'
import type { SheetMode } from '../domain/sheets/declaration.ts'
import type { Log } from '../event-store/log.ts'
import type { Styles } from '../platform/content/styles.ts'
import type { SentFile } from '../platform/files/uploads.ts'
import type { StoredServer, StoredServerMail } from '../platform/mail/stored-server.ts'
import type { UndeliveredMails } from '../platform/mail/undelivered.ts'
import type { Config } from '../platform/config.ts'
import type { ActivityEntry, ActivityOptions } from '../projections/activity.ts'
import type { ActorsAsked, KnownActor } from '../projections/actors.ts'
import type { ActivitySummary } from '../projections/activity-summary.ts'
import type { ChartPerson } from '../domain/resources/chart-person.ts'
import type { DirectoryGroup, PersonDetail } from '../domain/resources/colleague.ts'
import type { ChartAsked } from '../projections/people/chart.ts'
import type { DebugEntry, DebugOptions } from '../projections/debug.ts'
import type { Holder } from '../projections/find.ts'
import type { Grouping } from '../projections/people/directory.ts'
import type { MenuContent } from '../projections/menu.ts'
import type { ListOptions, OptionsAsked } from '../projections/list.ts'
import type { Hit, SearchScope } from '../projections/search/search.ts'
import type { Scope } from '../projections/sql.ts'
import type { Projector } from '../projections/running/projector.ts'
import type { Previewed, Written } from '../platform/content/preview.ts'
import type { LiveHub } from './live/hub.ts'

export type Row = Record<string, unknown>

/** Everything that is held about a person, and how it goes. */
export type PersonalData = Pick<Erasures, 'erase'> & {
  /** The records that are theirs: their own first, then their files and what they wrote. */
  recordsAbout(person: PersonActor): Promise<{ resource: Resource; id: number }[]>
  keptRows(person: PersonActor): Promise<KeptRows>
  /** Mails that wait or lie in the mail folder, to the person or naming them. */
  mails(person: PersonActor): Promise<{ to: string; subject: string; text: string; at: string }[]>
  openFile(hash: string): Promise<Readable>
  checkMayErase: ReturnType<typeof mayErase>
}

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
  sheets: SheetImports
  audit: Audit
  personalData: PersonalData
  /** What each has opened of what came in. */
  opened: OpenedMarks
  /** What a signed-in person may do at this moment. */
  permissionsOf: SignIn['permissionsOf']
  /** The language that a signed-in person keeps. */
  languageOf: SignIn['languageOf']
  styles: Styles
  /** The time zone in which days begin (an IANA name). */
  timeZone(): Promise<string>
  /** Mail by the settings of the configuration screen, and what did not go out. */
  mail: Pick<StoredServerMail, 'test' | 'isInForce'> & {
    current(): Promise<StoredServer | null>
    undelivered: UndeliveredMails
  }
  /** Tells open screens what changed. */
  live: LiveHub
  projector: Pick<Projector, 'waitFor' | 'status' | 'standing'>
  /** What the portal will get of a text. @throws Rejected as cleaning does */
  preview(written: Written): Promise<Previewed>
  records: {
    list(resource: Resource, options: ListOptions): Promise<{ rows: readonly Row[]; total: number }>
    find(resource: Resource, key: string, scope: Scope): Promise<Row | null>
    /** The ids of everything that a list query matches, on all pages. */
    matching(resource: Resource, options: Omit<ListOptions, 'page' | 'perPage'>): Promise<number[]>
    options(resource: Resource, asked: OptionsAsked): Promise<{ value: number; label: string }[]>
    /** The record that the portal shows alone, or null. */
    live(resource: Resource): Promise<Row | null>
    /** Milliseconds until the clock next changes which active records of resources are shown. */
    changesByClockIn(resources: readonly Resource[]): Promise<number>
    portalList(
      resource: Resource,
      options: Pick<ListOptions, 'page' | 'perPage' | 'keyword' | 'filters'>,
    ): Promise<{ rows: Row[]; total: number }>
    portalRecord(resource: Resource, key: string): Promise<Row | null>
    /** Which of some records somebody (`user-7`) has not opened. */
    unreadAmong(resource: Resource, reader: string, ids: readonly number[]): Promise<ReadonlySet<number>>
    /** How many they have not opened, by the list in which they stand. */
    countUnread(resource: Resource, reader: string): Promise<Readonly<Record<string, number>>>
    activity(options: ActivityOptions): Promise<{ rows: ActivityEntry[]; total: number }>
    /** People who have done something. */
    actors(asked: ActorsAsked): Promise<KnownActor[]>
    activitySummary(zone: string, days: number): Promise<ActivitySummary>
    debug(options: DebugOptions): Promise<{ rows: DebugEntry[]; total: number }>
    totals(resources: readonly Resource[]): Promise<{ resource: string; active: number; inactive: number }[]>
    files(keyword: string): Promise<unknown[]>
    /** What employees find in the library by a keyword; nothing without one. */
    documents(options: Pick<ListOptions, 'page' | 'perPage' | 'keyword'>): Promise<{ rows: Row[]; total: number }>
    /** Active employees by group, as colleagues see them. */
    directory(by: Grouping, keyword: string): Promise<DirectoryGroup[]>
    /** An active employee as colleagues see them, or null. */
    person(id: number): Promise<PersonDetail | null>
    menuContents(posts: readonly number[], pages: readonly number[]): Promise<MenuContent[]>
    menuSources(): Promise<MenuContent[]>
    usesOfFile(id: number): Promise<{ resource: string; id: number; name: string | null }[]>
    /** The records that point at one, Trash apart. */
    usersOf(resource: Resource, id: number): Promise<{ resource: Resource; id: number }[]>
    /** Reporting lines around an employee, on a day. */
    chart(asked: ChartAsked): Promise<ChartPerson[]>
    /** The records whose field of many references holds an id, by name, Trash apart. */
    holdersOf(holder: Resource, field: string, id: number): Promise<Holder[]>
    /** What records are called, by id; those in Trash as well. */
    /** The rows of a spreadsheet, in the order of the ids. */
    sheetRows(resource: Resource, mode: SheetMode, ids: readonly number[]): Promise<string[][]>
    /** What a search finds in these resources, best first. */
    search(resources: readonly Resource[], scope: SearchScope, text: string): Promise<Hit[]>
    labels(resource: Resource, ids: readonly number[]): Promise<ReadonlyMap<number, string>>
    names(actors: readonly Actor[]): Promise<ReadonlyMap<string, string>>
  }
  files: {
    /** Adds a file to the library, or a picture for a text. @throws BadUpload, StorageFull */
    add(sent: SentFile, about: Added): Promise<{ id: number; link: string; position: bigint | null }>
    /** Takes an edit of a file that comes with other bytes. */
    replace: FileLibrary['replace']
  }
}
