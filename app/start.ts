import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { idempotent } from '../commands/idempotency.ts'
import { ids, raiseSequences } from '../commands/ids.ts'
import { auditWith } from '../commands/audit.ts'
import { openedMarks } from '../commands/inbox/marks.ts'
import { sendingLimit } from '../commands/inbox/sending.ts'
import { openJobs } from '../commands/jobs/jobs.ts'
import { openDraftRooms } from '../commands/drafts/rooms.ts'
import { openSchedule } from '../commands/schedule/schedule.ts'
import { mover } from '../commands/order.ts'
import { secretTable } from '../commands/secrets.ts'
import type { PasswordHasher } from '../commands/identity/credentials/password-hash.ts'
import type { SignIn } from '../commands/identity/sign-in/sign-in.ts'
import { throttle } from '../commands/identity/sign-in/throttle.ts'
import { configuration, configurationId, type Setting } from '../domain/resources/configuration.ts'
import type { Resource } from '../domain/resource.ts'
import type { Config } from '../platform/config.ts'
import { debugLog } from '../platform/debug-log.ts'
import { pictureDecoder } from '../platform/files/decoder.ts'
import { uploadRoom } from '../platform/files/uploads.ts'
import { openStorage, storageFolder } from '../platform/files/storage-place.ts'
import type { Logger as Reports } from '../platform/logger.ts'
import { openBothEnds, openDispatch } from './dispatch.ts'
import { openFiles } from './files.ts'
import { openIdentity } from './identity.ts'
import { openMail } from './mail.ts'
import { openMailApproval } from './mail-approval.ts'
import { storedMailServer } from '../projections/configuration/mail-server.ts'
import { contentCleaner } from '../platform/content/cleaner.ts'
import { scopedStyles } from '../platform/content/styles.ts'
import { previewWith } from '../platform/content/preview.ts'
import { withPictureSizes } from '../projections/picture-sizes.ts'
import type { Base } from './open.ts'
import { textOf } from '../domain/json.ts'
import { openConsumers } from './consumers.ts'
import { openPlannedViews } from './planned.ts'
import { trialsWith } from './moments/trials.ts'
import { openPersonalData } from './personal-data.ts'
import { openSheets } from './sheets.ts'
import { openReadSide } from './read-side.ts'
import { liveHub } from '../api/live/hub.ts'
import type { Services } from '../api/server/services.ts'
import { seed } from './seed.ts'
import { serve } from './serve.ts'
import { openEvidenceRoom } from './evidence.ts'
import { keepUp } from './keep-up.ts'
import { openReaders } from './readers/open.ts'
import { openOperations, operationsOf } from './operations/open.ts'
import { verifyingWith } from './verify/verifying.ts'

export type Atrium = {
  /** Null when this process serves nobody (ROLE projector or mailer). */
  app: FastifyInstance | null
  services: Services
  signIn: SignIn
  /** Says from now on that this process is not ready, and ends each connection with its next answer. It goes on answering until `close`. */
  drain(): void
  close(): Promise<void>
}

const openServices = async (
  config: Config,
  base: Base,
  logger: Reports,
  resources: readonly Resource[],
  hasher: PasswordHasher,
  clock: () => Date,
) => {
  const { pool, log, keyFor } = base
  const readSide = await openReadSide(config, base, logger, resources)
  const { projector, records, moments } = readSide
  const storage = openStorage(config)
  const uploads = uploadRoom(join(storageFolder(config), 'uploads'))
  const decoder = pictureDecoder()
  const setting = async (name: Setting) =>
    textOf((await records.find(configuration, String(configurationId), 'staff'))?.[name])
  const siteTitle = () => setting('siteTitle')
  const secrets = secretTable(pool, keyFor('secrets'))
  const mail = openMail(config, pool, logger, {
    keyFor,
    siteTitle,
    storedServer: () => storedMailServer(pool, secrets.open),
    openSecret: secrets.open,
  })
  // Previews have a worker of their own, so that nobody who saves a text waits behind them.
  const [cleaner, previewer, styles] = [contentCleaner(), contentCleaner(), scopedStyles()]
  const claimKey = keyFor('claims')
  const drawn = ids(pool)
  const { caughtUp, dispatchAt } = openDispatch({
    pool,
    log,
    resources,
    ids: drawn,
    claimKey,
    projector,
    records,
    cleaner,
    secrets,
  })
  const ground = { ...base, config, resources, logger }
  const files = openFiles({
    ...ground,
    decoder,
    uploads,
    storage,
    ids: drawn,
    dispatch: dispatchAt(clock),
    waitFor: projector.waitFor,
  })
  const { signIn, dispatch } = openIdentity({
    ...ground,
    ids: drawn,
    claimKey,
    records,
    mail,
    siteTitle,
    dispatch: dispatchAt(clock, files.ofCommands),
    hasher,
  })
  const audit = auditWith({ log, now: clock })
  const jobs = openJobs({
    pool,
    key: keyFor('jobs'),
    log,
    ids: drawn,
    resources,
    dispatch,
    permissionsOf: signIn.permissionsOf,
    onFailure: (error) => logger.warn({ err: error }, 'an item of a job broke'),
    limitsFactor: config.authLimitsFactor,
    now: clock,
    audit,
    logger,
  })
  const schedule = openSchedule({ pool, jobs, now: clock })
  const drafting = openDraftRooms({ ...ground, cleaner, audit, now: clock })
  const sheets = openSheets({ keyFor, pool, log, ids: drawn, claimKey, resources, dispatch, jobs, caughtUp })
  const ends = openBothEnds({ pool, log, resources, dispatch, projector, records })
  const mailApproval = openMailApproval({ pool, log, audit, resources, signIn, mail })
  const timeZone = async () => (await setting('timeZone')) || 'UTC'
  const { permissionsOf } = signIn
  const evidence = openEvidenceRoom({ ...ground, audit, permissionsOf, caughtUp, timeZone })
  const around = { mail, files, sheets: sheets.imports, evidence, schedule, ...drafting }
  const personalData = openPersonalData({ ...ground, ...around, audit, dispatch, signIn, projector, storage })
  const verifying = verifyingWith(pool, config, logger)
  const operations = operationsOf({ ...ground, projector, verifying })
  const planned = openPlannedViews({ ...ground, claimKey, cleaner, schedule, permissionsOf, now: clock })
  const services: Services = {
    config,
    pool,
    log,
    resources,
    dispatch,
    sending: sendingLimit(throttle(pool, keyFor('sign-in'), config.authLimitsFactor), dispatch),
    bothEnds: ends,
    move: mover({ log, dispatch, caughtUp, orderOf: records.order }),
    projector,
    live: liveHub({ pool, logger, resources, signIn, projector, config }),
    proof: base.proof,
    verifying,
    operations,
    records,
    moments,
    planned,
    trialAt: trialsWith({ log, resources, ids: drawn, claimKey, moments, cleaner }),
    styles,
    timeZone,
    evidence,
    preview: previewWith(previewer, (html) => withPictureSizes(pool, html)),
    idempotent: idempotent(pool),
    permissionsOf,
    ...openReaders({ ...ground, records, projector, mail, timeZone }),
    addressNamesOf: signIn.addressNamesOf,
    jobs,
    schedule,
    ...drafting,
    sheets: sheets.imports,
    audit,
    personalData,
    opened: openedMarks(pool),
    files,
    mail: { ...mail.storedServer, undelivered: mail.undelivered, approval: mailApproval },
  }
  const work = { cleaner, previewer, sheets, personalData, verifying, rebuilding: operations.rebuilding }
  const rooms = { ...readSide, ...work, uploads, decoder, storage, files, mail }
  return { ...rooms, services, signIn, mailApproval, dispatchAt, dispatch, ends }
}

/** Opens every room on a base and, unless the role says otherwise, the HTTP server. `close` closes the base too. */
export const startOn = async (
  base: Base,
  config: Config,
  logger: Logger,
  resources: readonly Resource[],
  dist: string,
  hasher: PasswordHasher,
  clock: () => Date,
): Promise<Atrium> => {
  const debug = debugLog(base.pool)
  const noting = debug.noting(logger)
  const opened = await openServices(config, base, noting, resources, hasher, clock)
  await seed(config, base, opened)
  await opened.projector.readyOrHalted()
  await opened.uploads.clear()
  await opened.personalData.repeatNoted()
  await raiseSequences(base.pool, resources, opened.records.highestId)
  const does = (role: Config['role']) => config.role === 'all' || config.role === role
  const stopMail = does('mailer') ? opened.mail.startSender() : async () => undefined
  const { jobs, evidence, schedule } = opened.services
  const following = { jobs, schedule, repeatErasure: opened.personalData.repeat, isRunning: does('projector') }
  const consumers = await openConsumers({ ...base, ...opened, ...following, config, logger: noting, resources })
  const stopMaintenance = keepUp({ config, base, opened, consumers, debug, logger: noting, resources })
  const leaving = new AbortController()
  const { readiness, close: closeOperations } = await openOperations({
    config,
    pool: base.pool,
    operations: opened.services.operations,
    storage: opened.storage,
    logger: noting,
    leaving: leaving.signal,
  })
  const app = does('api') ? await serve({ ...opened, logger, debug, dist, readiness, leaving: leaving.signal }) : null
  if (app) jobs.work()
  if (app) evidence.work()
  const close = async () => {
    await closeOperations()
    await stopMaintenance()
    await app?.close()
    await opened.verifying.close()
    await opened.rebuilding.close()
    await opened.services.opens.flush().catch(() => undefined)
    await jobs.stop()
    await evidence.stop()
    await stopMail()
    await opened.cleaner.close()
    await opened.previewer.close()
    await opened.sheets.close()
    await opened.services.styles.close()
    opened.decoder.close()
    await consumers.stop()
    await opened.services.planned.close()
    await opened.closeReadSide()
    await debug.close()
    await base.close()
  }
  return { app, services: opened.services, signIn: opened.signIn, drain: () => leaving.abort(), close }
}
