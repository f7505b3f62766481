import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { addApps } from '../api/apps.ts'
import { addHealth } from '../api/health.ts'
import type { Services } from '../api/services.ts'
import { addFiles } from '../api/routes/files.ts'
import { routesOf } from '../api/routes.ts'
import { buildServer } from '../api/server.ts'
import { sessionReader } from '../api/sign-in-cookie.ts'
import type { SignIn } from '../commands/sign-in/sign-in.ts'
import type { DebugLog } from '../platform/debug-log.ts'
import type { FileStorage } from '../platform/files/storage.ts'
import type { UploadRoom } from '../platform/files/uploads.ts'
import type { Projector } from '../projections/running/projector.ts'
import type { Records } from '../projections/records.ts'

type Parts = {
  services: Services
  records: Records
  projector: Projector
  storage: FileStorage
  uploads: UploadRoom
  signIn: SignIn
  logger: Logger
  debug: Pick<DebugLog, 'note'>
  consumers: { parkedStreams(): Promise<number> }
  dist: string
}

/** The HTTP server over the services. */
export const serve = ({
  services,
  records,
  projector,
  storage,
  uploads,
  signIn,
  logger,
  debug,
  consumers,
  dist,
}: Parts): Promise<FastifyInstance> => {
  const publicUrl = () => services.config.publicUrl
  return buildServer({
    logger,
    routes: routesOf(services, signIn),
    sessionOf: sessionReader(signIn.findSession, publicUrl),
    uploads,
    waitFor: projector.waitFor,
    onFailure: (error, { id, method, routeOptions, session }) => {
      logger.error({ err: error, requestId: id }, 'a request failed')
      const request = { id, route: `${method} ${routeOptions.url ?? ''}`, actor: session?.actor ?? null }
      debug.note({ level: 'error', message: 'a request failed', error, request })
    },
    addOthers: async (app) => {
      addHealth(app, async () => ({ ...(await projector.status()), parkedEffects: await consumers.parkedStreams() }))
      // Event streams never end by themselves: whoever reads one comes again, to whoever serves then.
      app.addHook('preClose', () => services.live.close())
      addFiles(app, records.fileByKey, storage)
      await addApps(app, dist)
    },
    publicUrl: publicUrl(),
    trustedProxies: services.config.trustedProxies,
    limitsFactor: services.config.authLimitsFactor,
  })
}
