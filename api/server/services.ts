import type { Readable } from 'node:stream'
import type { Pool } from 'pg'
import type { MailServerApproval } from '../../commands/configuration/mail-server.ts'
import type { ListViews } from '../../commands/list-views/list-views.ts'
import type { Drafts } from '../../commands/drafts/drafts.ts'
import type { idempotent } from '../../commands/idempotency.ts'
import type { Added, FileLibrary } from '../../commands/files/library.ts'
import type { Evidence } from '../../commands/evidence/evidence.ts'
import type { EvidenceAsked } from '../../domain/events/evidence.ts'
import type { Audit } from '../../commands/audit.ts'
import type { OpenedMarks } from '../../commands/inbox/marks.ts'
import type { Digests } from '../../commands/digest/digests.ts'
import type { PostOpens } from '../../commands/opens/opens.ts'
import type { MailChoices } from '../../commands/discussion/mail-choices.ts'
import type { Shortcuts } from '../../commands/shortcuts/shortcuts.ts'
import type { sendingLimit } from '../../commands/inbox/sending.ts'
import type { Jobs } from '../../commands/jobs/jobs.ts'
import type { PreviewLinks } from '../../commands/preview-links/preview-links.ts'
import type { Erasures } from '../../commands/privacy/erasure.ts'
import type { KeptRows } from '../../commands/privacy/kept-rows.ts'
import type { mayErase } from '../../commands/privacy/may-erase.ts'
import type { Schedule } from '../../commands/schedule/schedule.ts'
import type { SheetImports } from '../../commands/sheets/import.ts'
import type { SignIn } from '../../commands/identity/sign-in/sign-in.ts'
import type { Dispatch } from '../../commands/command.ts'
import type { BothEnds } from '../../commands/other-ends/both-ends.ts'
import type { mover } from '../../commands/order.ts'
import type { PersonActor } from '../../domain/person.ts'
import type { PlannedViews } from '../../projections/planned/views.ts'
import type { Resource } from '../../domain/resource.ts'
import type { Log } from '../../event-store/log.ts'
import type { Proof } from '../../event-store/merkle/proof.ts'
import type { Styles } from '../../platform/content/styles.ts'
import type { SentFile } from '../../platform/files/uploads.ts'
import type { StoredServer, StoredServerMail } from '../../platform/mail/stored-server.ts'
import type { UndeliveredMails } from '../../platform/mail/undelivered.ts'
import type { Config } from '../../platform/config.ts'
import type { Moments } from '../../projections/past/moments.ts'
import type { Moment } from '../../projections/past/reader-at.ts'
import type { Records } from '../../projections/records.ts'
import type { Projector } from '../../projections/running/projector.ts'
import type { Verifications } from '../../projections/running/verifications.ts'
import type { Previewed, Written } from '../../platform/content/preview.ts'
import type { LiveHub } from '../live/hub.ts'
import type { OperationsService } from './operations.ts'

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

/** What a write goes through; `projector` tells when it can be read. */
export type WriteServices = {
  projector: Pick<Projector, 'waitFor' | 'status' | 'readModelVersion' | 'replayDeadLetters' | 'firstDeadLetters'>
  log: Log
  dispatch: Dispatch
  idempotent: ReturnType<typeof idempotent>
  /** Writes a record and those that are to point at it. */
  bothEnds: Pick<BothEnds, 'edit'>
  /** Puts a record into another place of its order. */
  move: ReturnType<typeof mover>
  files: {
    /** Adds a file to the library, or a picture for a text. @throws BadUpload, StorageFull */
    add(sent: SentFile, about: Added): Promise<{ id: number; link: string; position: bigint | null }>
    /** Takes an edit of a file that comes with other bytes. */
    replace: FileLibrary['replace']
    /** Takes away those of these pictures that were proposed, and that nothing shows or waits for. */
    letGoProposed(ids: readonly number[]): Promise<void>
  }
  /** Takes what an employee sends, unless they have sent a lot of the kind. */
  sending: ReturnType<typeof sendingLimit>
  jobs: Jobs
  /** What somebody planned for a moment. */
  schedule: Schedule
  /** What people typed into forms and did not save yet. */
  drafts: Drafts
  /** Links by which somebody without an account sees a draft. */
  previewLinks: PreviewLinks
  /** Views of lists that are shared. */
  listViews: ListViews
  sheets: SheetImports
}

/** What commands are tried on at another moment: the log and the read models of then. */
export type Trial = Pick<WriteServices, 'log' | 'dispatch'> & { records: Records }

/** What is read, and of which declarations. */
type ReadServices = {
  pool: Pool
  resources: readonly Resource[]
  records: Records
  /** What was read of them at earlier moments. */
  moments: Pick<Moments, 'at' | 'ofVersion' | 'records'>
  /** What will be read of them if all that is planned happens. */
  planned: PlannedViews<Trial>
  /** Commands tried as everything was at a moment that has come, by dry runs alone. */
  trialAt(moment: Moment): Trial
  styles: Styles
  /** What the portal will get of a text. @throws Rejected as cleaning does */
  preview(written: Written): Promise<Previewed>
  /** The time zone in which days begin (an IANA name). */
  timeZone(): Promise<string>
}

/** What tells of the log, and proves it. */
type AuditServices = {
  audit: Audit
  evidence: Evidence & {
    /** How many events a package would have, as far as the trail knows. */
    sizeOf(asked: EvidenceAsked): Promise<number>
  }
  /** What is signed of the log. */
  proof: Proof
  /** Verification beside the running server: one at a time. */
  verifying: { start(): Promise<{ id: string }>; list: Verifications['list'] }
  personalData: PersonalData
}

/** What is known of whoever is signed in. */
type PersonServices = {
  /** What a signed-in person may do at this moment. */
  permissionsOf: SignIn['permissionsOf']
  /** The names of an address in the trail. */
  addressNamesOf: SignIn['addressNamesOf']
  /** Who is told of new posts by mail; whose mails a link ends. */
  digests: Digests & {
    unsubscribedBy(token: string): PersonActor | null
    /** Sends what is due, from an hour of the day on (6 when nothing is said). */
    sendDue(hour?: number): Promise<void>
  }
  /** How often posts are opened: numbers, and nobody in them. */
  opens: PostOpens
  /** What each wants to be told by mail. */
  mailChoices: MailChoices
  /** What each employee has on their first page. */
  shortcuts: Shortcuts
  /** What each has opened of what came in. */
  opened: OpenedMarks
}

/** The services behind the routes, as arguments: no route reaches for anything else. */
export type Services = WriteServices &
  ReadServices &
  AuditServices &
  PersonServices & {
    config: Config
    /** Mail by the settings of the configuration screen, and what did not go out. */
    mail: Pick<StoredServerMail, 'test' | 'isInForce' | 'hasOwnServer'> & {
      current(): Promise<StoredServer | null>
      undelivered: UndeliveredMails
      approval: Pick<MailServerApproval, 'standing' | 'approve' | 'administrators'>
    }
    /** How everything stands, for those who look after it. */
    operations: OperationsService
    /** Tells open screens what changed. */
    live: LiveHub
  }
