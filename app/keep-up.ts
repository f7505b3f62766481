import type { Services } from '../api/server/services.ts'
import type { SignIn } from '../commands/identity/sign-in/sign-in.ts'
import { sweepAnswers } from '../commands/idempotency.ts'
import type { BothEnds } from '../commands/other-ends/both-ends.ts'
import type { Erasures } from '../commands/privacy/erasure.ts'
import type { Resource } from '../domain/resource.ts'
import type { Config } from '../platform/config.ts'
import type { DebugLog } from '../platform/debug-log.ts'
import type { FileStorage } from '../platform/files/storage.ts'
import type { Logger } from '../platform/logger.ts'
import type { Projector } from '../projections/running/projector.ts'
import { readSchema } from '../projections/schema.ts'
import { scheduledBackups } from './backup/scheduled.ts'
import type { openConsumers } from './consumers.ts'
import { startMaintenance } from './maintenance.ts'
import type { openMail } from './mail.ts'
import type { Base } from './open.ts'
import { signerWith } from './sign-checkpoints.ts'

type Parts = {
  config: Config
  base: Base
  opened: {
    services: Pick<
      Services,
      'jobs' | 'opened' | 'sheets' | 'evidence' | 'drafts' | 'previewLinks' | 'listViews' | 'opens' | 'digests'
    >
    storage: FileStorage
    signIn: Pick<SignIn, 'sweep'>
    files: { sweep(): Promise<void> }
    ends: Pick<BothEnds, 'complete'>
    personalData: Pick<Erasures, 'complete'>
    projector: Pick<Projector, 'waitFor'>
    mail: Pick<ReturnType<typeof openMail>, 'queueComposed'>
  }
  consumers: Pick<Awaited<ReturnType<typeof openConsumers>>, 'sweep'>
  debug: Pick<DebugLog, 'sweep'>
  logger: Logger
  resources: readonly Resource[]
}

/** Starts the maintenance of every room. Answers how to stop it. */
export const keepUp = ({ config, base, opened, consumers, debug, logger, resources }: Parts): (() => Promise<void>) => {
  const { services, personalData } = opened
  const backups = scheduledBackups({ config, pool: base.pool, storage: opened.storage, logger })
  const stop = startMaintenance({
    pool: base.pool,
    schema: readSchema(resources),
    storage: opened.storage,
    logger,
    erased: base.erased,
    signCheckpoints: signerWith(base.proof, opened.mail, base.pool, logger),
    sweepSignIns: opened.signIn.sweep,
    sweepPictures: opened.files.sweep,
    completeErasures: personalData.complete,
    keepLedger: backups.ledger,
    backUp: backups.backUp,
    completeEnds: opened.ends.complete,
    tellOfJobs: services.jobs.facts.tellAll,
    tellOfViews: services.listViews.tell,
    sweepCommands: async () => {
      await sweepAnswers(base.pool)
      await services.jobs.sweep()
      await services.opened.sweep()
      await services.sheets.sweep()
      await services.evidence.sweep()
      await services.drafts.sweep()
      await services.previewLinks.sweep()
      await services.opens.rollUp()
      await debug.sweep()
      await consumers.sweep()
    },
    sendDigests: () => services.digests.sendDue(),
    isCaughtUp: async () => opened.projector.waitFor(await base.log.store.head(), 1_000),
  })
  return async () => {
    await backups.stop()
    await stop()
  }
}
