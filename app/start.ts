import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { idempotent, sweepAnswers } from '../commands/idempotency.ts'
import type { CommandFiles } from '../commands/command.ts'
import { dispatcher } from '../commands/dispatch.ts'
import { ids, raiseSequences } from '../commands/ids.ts'
import { auditWith } from '../commands/audit.ts'
import { openJobs } from '../commands/jobs/jobs.ts'
import { accessRules } from '../commands/rules-access.ts'
import { submissionRules } from '../commands/rules-submission.ts'
import { mover } from '../commands/order.ts'
import { secretTable } from '../commands/secrets.ts'
import { openSignIn } from '../commands/sign-in/sign-in.ts'
import { permissionsOf } from '../domain/permission.ts'
import { configuration, configurationId } from '../domain/resources/configuration.ts'
import { Rejected } from '../domain/rejected.ts'
import type { Resource } from '../domain/resource.ts'
import type { Config } from '../platform/config.ts'
import { debugLog } from '../platform/debug-log.ts'
import { fileStorage } from '../platform/files/storage.ts'
import { pictureDecoder } from '../platform/files/decoder.ts'
import { uploadRoom } from '../platform/files/uploads.ts'
import { storageFolder } from '../platform/files/storage-place.ts'
import type { Logger as Reports } from '../platform/logger.ts'
import { deriveKey } from '../platform/keys.ts'
import { openFiles } from './files.ts'
import { openMail } from './mail.ts'
import { openProjector } from '../projections/running/projector.ts'
import { storedMailServer } from '../projections/mail-server.ts'
import { readSchema } from '../projections/schema.ts'
import { usesOf } from '../projections/uses.ts'
import { contentCleaner } from '../platform/content/cleaner.ts'
import { scopedStyles } from '../platform/content/styles.ts'
import { cleanWith } from '../commands/clean.ts'
import { previewWith } from '../platform/content/preview.ts'
import { withPictureSizes } from '../projections/picture-sizes.ts'
import { type Base, openBase } from './open.ts'
import { textOf } from '../domain/json.ts'
import { openConsumers } from './consumers.ts'
import { openSheets } from './sheets.ts'
import { openRecords } from './records.ts'
import type { Services } from '../api/services.ts'
import { seed } from './seed.ts'
import { serve } from './serve.ts'
import { startUpkeep } from './upkeep.ts'

export type Atrium = {
  /** Null when this process serves nobody (ROLE projector or mailer). */
  app: FastifyInstance | null
  services: Services
  signIn: ReturnType<typeof openSignIn>
  close(): Promise<void>
}

const openServices = async (config: Config, base: Base, logger: Reports, resources: readonly Resource[]) => {
  const { pool, log } = base
  const projector = await openProjector({
    pool,
    log,
    resources,
    logger,
    lead: config.role === 'all' || config.role === 'projector',
  })
  const records = openRecords({ pool, log, resources })
  const folder = storageFolder(config.storageUrl, config.dataDir)
  const storage = fileStorage(folder)
  const uploads = uploadRoom(join(folder, 'uploads'))
  const decoder = pictureDecoder()
  const setting = async (name: string) =>
    textOf((await records.find(configuration, String(configurationId), 'staff'))?.row[name])
  const siteTitle = () => setting('siteTitle')
  const secrets = secretTable(pool, deriveKey(config.masterKey, 'secrets'))
  const mail = openMail(config, pool, logger, { siteTitle, storedServer: () => storedMailServer(pool, secrets.open) })
  // Previews have a worker of their own, so that nobody who saves a text waits behind them.
  const [cleaner, previewer, styles] = [contentCleaner(), contentCleaner(), scopedStyles()]
  const claimKey = deriveKey(config.masterKey, 'claims')
  const drawn = ids(pool)
  // Commands read a projection only once it has reached what their guard has seen (design §3).
  const caughtUp = async () => {
    if (await projector.waitFor(await log.store.head(), 2_000)) return
    throw new Rejected('Atrium is still taking in other changes. Please try again in a moment.', 'unavailable', {
      data: { retryAfter: 2 },
    })
  }
  const dispatchAt = (now: () => Date, files?: CommandFiles) =>
    dispatcher({
      ...(files ? { files } : {}),
      log,
      ids: drawn,
      claimKey,
      now,
      usesOf: async (resource, id) => {
        await caughtUp()
        return usesOf({ pool, log, resources }, resource, id)
      },
      activeIds: async (resource, values) => {
        await caughtUp()
        return records.activeIds(resource, values)
      },
      rules: { ...accessRules(permissionsOf(resources)), ...submissionRules },
      clean: cleanWith(cleaner),
      secrets,
      resources,
    })
  const clock = () => new Date()
  const files = openFiles({
    decoder,
    uploads,
    quota: config.pictureQuota,
    pool,
    log,
    resources,
    storage,
    ids: drawn,
    dispatch: dispatchAt(clock),
    waitFor: projector.waitFor,
    logger,
  })
  const signIn = openSignIn({
    pool,
    log,
    dispatch: dispatchAt(clock, files.ofCommands),
    ids: drawn,
    claimKey,
    masterKey: config.masterKey,
    people: records.people,
    queueMail: mail.queue,
    publicUrl: () => config.publicUrl,
    limitsFactor: config.authLimitsFactor,
    registration: config.registration,
    companyNames: async () => [await siteTitle()].filter(Boolean),
    now: () => new Date(),
    everything: permissionsOf(resources),
  })
  const { dispatch } = signIn
  const jobs = openJobs({
    pool,
    key: deriveKey(config.masterKey, 'jobs'),
    log,
    ids: drawn,
    resources,
    dispatch,
    permissionsOf: signIn.permissionsOf,
    onFailure: (error) => logger.warn({ err: error }, 'an item of a job broke'),
    now: clock,
    logger,
  })
  const sheets = openSheets({ ...config, pool, log, ids: drawn, claimKey, resources, dispatch, jobs, caughtUp })
  const services: Services = {
    config,
    pool,
    log,
    resources,
    dispatch,
    move: mover({ log, dispatch, caughtUp, orderOf: records.order }),
    projector,
    records,
    styles,
    timeZone: async () => (await setting('timeZone')) || 'UTC',
    preview: previewWith(previewer, (html) => withPictureSizes(pool, html)),
    idempotent: idempotent(pool),
    permissionsOf: signIn.permissionsOf,
    languageOf: signIn.languageOf,
    jobs,
    sheets: sheets.imports,
    audit: auditWith({ log, now: clock }),
    files,
    mail: mail.storedServer,
  }
  return {
    uploads,
    decoder,
    services,
    projector,
    records,
    storage,
    files,
    mail,
    cleaner,
    previewer,
    sheets,
    signIn,
    dispatchAt,
    dispatch,
  }
}

/**
 * Opens every room and, unless the role says otherwise, the HTTP server (not yet listening). `close` leaves in order:
 * the server first, the database last.
 * @throws ConfigError for what the operator can mend.
 */
export const openAtrium = async (
  config: Config,
  logger: Logger,
  resources: readonly Resource[],
  dist = join(process.cwd(), 'dist'),
): Promise<Atrium> => {
  const base = await openBase(config, logger, resources)
  const debug = debugLog(base.pool)
  const noting = debug.noting(logger)
  const opened = await openServices(config, base, noting, resources)
  await seed(config, base, opened)
  await opened.projector.readyOrHalted()
  await opened.uploads.clear()
  await raiseSequences(base.pool, resources, opened.records.highestId)
  const isMailer = config.role === 'all' || config.role === 'mailer'
  const stopMail = isMailer ? opened.mail.startSender() : async () => undefined
  const isProjecting = config.role === 'all' || config.role === 'projector'
  const { jobs } = opened.services
  const { signIn } = opened
  const consumers = openConsumers({ ...base, logger: noting, resources, jobs, signIn, isRunning: isProjecting })
  const stopUpkeep = startUpkeep({
    pool: base.pool,
    schema: readSchema(resources),
    storage: opened.storage,
    logger: noting,
    erased: base.erased,
    sweepSignIns: opened.signIn.sweep,
    sweepPictures: opened.files.sweep,
    sweepCommands: async () => {
      await sweepAnswers(base.pool)
      await opened.services.jobs.sweep()
      await opened.services.sheets.sweep()
      await debug.sweep()
      await consumers.sweep()
    },
    isCaughtUp: async () => opened.projector.waitFor(await base.log.store.head(), 1_000),
  })
  const isServing = config.role === 'all' || config.role === 'api'
  const app = isServing ? await serve({ ...opened, logger, debug, dist, consumers }) : null
  if (isServing) jobs.work()
  const close = async () => {
    await stopUpkeep()
    await app?.close()
    await jobs.stop()
    await stopMail()
    await opened.cleaner.close()
    await opened.previewer.close()
    await opened.sheets.close()
    await opened.services.styles.close()
    opened.decoder.close()
    await consumers.stop()
    await opened.projector.stop()
    await debug.settled()
    await base.close()
  }
  return { app, services: opened.services, signIn: opened.signIn, close }
}
