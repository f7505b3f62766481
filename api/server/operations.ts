import type { JobsStanding } from '../../commands/jobs/standing.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Failure } from '../../platform/database/failures.ts'
import type { OutboxStanding } from '../../platform/mail/standing.ts'
import type { ProjectorStatus } from '../../projections/running/projector.ts'

/** The backups of BACKUP_DIR; null where the server makes none. Moments in milliseconds, sizes in bytes. */
export type BackupsStanding = { newestAt: number | null; nextAt: number | null; bytes: number; count: number } | null

/** How everything stands that is the same in all processes. */
export type Standing = {
  /** `behindEvents` are counted to a thousand: a log's positions need not follow each other. */
  projection: ProjectorStatus & { behindEvents: number }
  deadLetteredEffects: number
  /** How far the slowest consumer of events is behind, counted to a thousand, and how old the first event is that it lacks. */
  consumers: { behindEvents: number; behindMs: number }
  outbox: OutboxStanding
  jobs: JobsStanding
  checkpoint: { signedAt: number | null; size: number; failingWitnesses: number }
  verification: { at: number; state: string } | null
  backups: BackupsStanding
  database: { bytes: number }
  disk: { free: number; total: number } | null
}

/** The parts, each asked for by itself: by a few statements that indexes answer. */
export type StandingReaders = { readonly [K in keyof Standing]: () => Promise<Standing[K]> }

/** Building the read models anew beside the running server. */
export type Rebuilding = {
  /** Begins one. @throws Rejected while one is under way, in whatever process */
  start(): Promise<void>
  /** The position that the new read models have; null while nobody builds any. */
  progress(): Promise<{ position: bigint } | null>
  /** When the last one failed, in whatever process, and why; null where it did not. */
  failed(): Promise<Failure | null>
}

/** How everything stands, what staff may do about it, and where that is reported. */
export type OperationsService = { standing: StandingReaders; rebuilding: Rebuilding; logger: Logger }
