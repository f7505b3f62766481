import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { addApps } from '../api/server/apps.ts'
import { isUnavailable } from '../api/server/errors.ts'
import { addHealth, type Readiness } from '../api/server/health.ts'
import type { Services } from '../api/server/services.ts'
import { addFiles } from '../api/routes/library.ts'
import { routesOf } from '../api/routes/all.ts'
import { markOf } from '../api/server/device-mark.ts'
import { buildServer } from '../api/server/server.ts'
import { sessionReader } from '../api/server/sign-in-cookie.ts'
import type { SignIn } from '../commands/identity/sign-in/sign-in.ts'
import { isAway } from '../event-store/away.ts'
import type { DebugLog } from '../platform/debug-log.ts'
import type { FileStorage } from '../platform/files/storage.ts'
import type { UploadRoom } from '../platform/files/uploads.ts'
import type { Projector } from '../projections/running/projector.ts'
import type { Records } from '../projections/records.ts'

// What is put off while there is too much to do would be more to do.
const busyPerSecond = 10

/** True at most so often a second. */
const seldom = (most: number) => {
  let [second, count] = [0, 0]
  return (): boolean => {
    const now = Math.floor(Date.now() / 1_000)
    if (now !== second) [second, count] = [now, 0]
    count += 1
    return count <= most
  }
}

type Parts = {
  services: Services
  records: Records
  projector: Projector
  storage: FileStorage
  uploads: UploadRoom
  signIn: SignIn
  logger: Logger
  debug: Pick<DebugLog, 'note'>
  readiness: () => Promise<Readiness>
  dist: string
  leaving: AbortSignal
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
  readiness,
  dist,
  leaving,
}: Parts): Promise<FastifyInstance> => {
  const publicUrl = () => services.config.publicUrl
  const sessionOf = sessionReader(signIn.findSession, publicUrl)
  const mayNoteBusy = seldom(busyPerSecond)
  return buildServer({
    logger,
    routes: routesOf(services, signIn),
    sessionOf,
    deviceOf: (request) => signIn.deviceOf(markOf(request, publicUrl())),
    uploads,
    waitFor: projector.waitFor,
    onFailure: (error, { id, method, routeOptions, session }) => {
      // While the database is away every request fails alike.
      if (!isAway(error) && !isUnavailable(error)) logger.error({ err: error, requestId: id }, 'a request failed')
      const request = { id, route: `${method} ${routeOptions.url ?? ''}`, actor: session?.actor ?? null }
      if (!isUnavailable(error)) debug.note({ level: 'error', message: 'a request failed', error, request })
      else if (mayNoteBusy()) debug.note({ level: 'warning', message: 'a request was put off', error, request })
    },
    addOthers: async (app) => {
      addHealth(app, readiness, leaving)
      // Event streams never end by themselves: whoever reads one comes again, to whoever serves then.
      app.addHook('preClose', () => services.live.close())
      addFiles(app, records.fileByKey, storage)
      await addApps(app, dist, async (request) => (await sessionOf(request))?.perms ?? null)
    },
    publicUrl: publicUrl(),
    trustedProxies: services.config.trustedProxies,
    limitsFactor: services.config.authLimitsFactor,
  })
}
