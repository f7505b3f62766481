import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { idempotent, sweepAnswers } from '../commands/idempotency.ts'
import { demoSite, isDemoUnfinished, newSite, seedDemo, seedFoundation } from '../commands/demo/seed.ts'
import { dispatcher } from '../commands/dispatch.ts'
import { ids, raiseSequences } from '../commands/ids.ts'
import { jobs } from '../commands/jobs.ts'
import { accessRules } from '../commands/rules-access.ts'
import { secretTable } from '../commands/secrets.ts'
import { openSignIn } from '../commands/sign-in/sign-in.ts'
import { permissionsOf } from '../domain/catalog.ts'
import { Rejected } from '../domain/rejected.ts'
import type { Resource } from '../domain/resource.ts'
import type { Config } from '../platform/config.ts'
import { fileStorage } from '../platform/files/storage.ts'
import { pictureDecoder } from '../platform/files/decoder.ts'
import { uploadRoom } from '../platform/files/uploads.ts'
import { storageFolder } from '../platform/files/storage-place.ts'
import { deriveKey } from '../platform/keys.ts'
import { openFiles } from './files.ts'
import { openMail } from './mail.ts'
import { openProjector } from '../projections/running/projector.ts'
import { readSchema } from '../projections/schema.ts'
import { usesOf } from '../projections/uses.ts'
import { contentCleaner } from '../platform/content/cleaner.ts'
import { scopedStyles } from '../platform/content/styles.ts'
import { cleanWith } from '../commands/clean.ts'
import { previewWith } from '../platform/content/preview.ts'
import { withPictureSizes } from '../projections/picture-sizes.ts'
import { type Base, openBase } from './open.ts'
import { textOf } from '../api/record.ts'
import { openRecords } from './records.ts'
import type { Services } from '../api/services.ts'
import { serve } from './serve.ts'
import { startUpkeep } from './upkeep.ts'

export type Atrium = {
  /** Null when this process serves nobody (ROLE projector or mailer). */
  app: FastifyInstance | null
  services: Services
  signIn: ReturnType<typeof openSignIn>
  close(): Promise<void>
}

const openServices = async (config: Config, base: Base, logger: Logger, resources: readonly Resource[]) => {
  const { pool, log } = base
  const projector = await openProjector({
    pool,
    log,
    resources,
    logger,
    lead: config.role === 'all' || config.role === 'projector',
  })
  const records = openRecords({ pool, resources })
  const folder = storageFolder(config.storageUrl, config.dataDir)
  const storage = fileStorage(folder)
  const uploads = uploadRoom(join(folder, 'uploads'))
  const decoder = pictureDecoder()
  const siteTitle = async () => textOf((await records.configuration())?.siteTitle)
  const mail = openMail(config, pool, logger, siteTitle)
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
  const dispatchAt = (now: () => Date) =>
    dispatcher({
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
      rules: accessRules(permissionsOf(resources)),
      clean: cleanWith(cleaner),
      secrets: secretTable(pool, deriveKey(config.masterKey, 'secrets')),
      resources,
    })
  const dispatch = dispatchAt(() => new Date())
  const files = openFiles({
    decoder,
    uploads,
    quota: config.pictureQuota,
    pool,
    log,
    resources,
    storage,
    ids: drawn,
    dispatch,
    waitFor: projector.waitFor,
    logger,
  })
  const signIn = openSignIn({
    pool,
    log,
    dispatch,
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
  const services: Services = {
    config,
    pool,
    log,
    resources,
    dispatch,
    projector,
    records,
    styles,
    preview: previewWith(previewer, (html) => withPictureSizes(pool, html)),
    idempotent: idempotent(pool),
    permissionsOf: signIn.permissionsOf,
    jobs: jobs(pool, (error) => logger.error({ err: error }, 'a job broke')),
    files,
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
    signIn,
    dispatchAt,
    dispatch,
  }
}

type Opened = Awaited<ReturnType<typeof openServices>>

const seedLock = 7_246_003

/** The records that every Atrium has, and the demo company when the log is empty. One process at a time. */
const seed = async (config: Config, base: Base, opened: Opened) => {
  const holder = await base.pool.connect()
  try {
    while (
      !(await holder.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [seedLock])).rows[0]?.free
    )
      await pause(100)
    const isDemo =
      config.demo &&
      config.role === 'all' &&
      ((await base.log.store.head()) === 0n || (await isDemoUnfinished(base.pool)))
    if (isDemo) await fillDemo(config, base, opened)
    await seedFoundation(opened.dispatch, base.log, newSite)
  } finally {
    // Closing the connection gives the lock back, whatever state it is in.
    holder.release(true)
  }
}

const fillDemo = async (config: Config, base: Base, { dispatch, dispatchAt, services, signIn }: Opened) => {
  await seedDemo({
    foundation: () => seedFoundation(dispatch, base.log, demoSite),
    dispatchAt: (at) => dispatchAt(() => at),
    once: services.idempotent,
    setPassword: async (person, password) => {
      await signIn.setPassword({
        person: { ...person, status: 'active' },
        password,
        method: 'command-line',
        actor: { type: 'system', id: 'demo' },
        isQuiet: true,
      })
    },
    dataDir: config.dataDir,
    now: new Date(),
  })
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
  const opened = await openServices(config, base, logger, resources)
  await seed(config, base, opened)
  await opened.projector.readyOrHalted()
  await opened.uploads.clear()
  await raiseSequences(base.pool, resources, opened.records.highestId)
  const isMailer = config.role === 'all' || config.role === 'mailer'
  const stopMail = isMailer ? opened.mail.startSender() : async () => undefined
  const stopUpkeep = startUpkeep({
    pool: base.pool,
    schema: readSchema(resources),
    storage: opened.storage,
    logger,
    erased: base.erased,
    sweepSignIns: opened.signIn.sweep,
    sweepPictures: opened.files.sweep,
    sweepCommands: async () => {
      await sweepAnswers(base.pool)
      await opened.services.jobs.sweep()
    },
    isCaughtUp: async () => opened.projector.waitFor(await base.log.store.head(), 1_000),
  })
  const isServing = config.role === 'all' || config.role === 'api'
  const app = isServing ? await serve({ ...opened, logger, dist }) : null
  const close = async () => {
    await stopUpkeep()
    await app?.close()
    await stopMail()
    await opened.cleaner.close()
    await opened.previewer.close()
    await opened.services.styles.close()
    opened.decoder.close()
    await opened.projector.stop()
    await base.close()
  }
  return { app, services: opened.services, signIn: opened.signIn, close }
}
