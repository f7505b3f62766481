import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { openSignIn } from '../commands/sign-in/sign-in.ts'
import { category } from '../domain/category.ts'
import type { FileStorage } from '../platform/files/storage.ts'
import type { UploadRoom } from '../platform/files/uploads.ts'
import type { Projector } from '../projections/projector.ts'
import { addApps } from './apps.ts'
import { addHealth } from './health.ts'
import type { Records } from './records.ts'
import type { Rooms } from './rooms.ts'
import type { Route } from './route.ts'
import { authRoutes } from './routes/auth.ts'
import { addFiles, fileRoutes } from './routes/files.ts'
import { historyRoutes } from './routes/history.ts'
import { jobRoutes, matchingRoutes } from './routes/matching.ts'
import { meRoutes } from './routes/me.ts'
import { postRoutes } from './routes/post.ts'
import { previewRoutes } from './routes/preview.ts'
import { readRoutes } from './routes/read.ts'
import { writeRoutes } from './routes/resource.ts'
import { utilityRoutes } from './routes/utility.ts'
import { buildServer } from './server.ts'
import { isSecure, sessionReader } from './sign-in-cookie.ts'

type Parts = {
  rooms: Rooms
  records: Records
  projector: Projector
  storage: FileStorage
  uploads: UploadRoom
  signIn: ReturnType<typeof openSignIn>
  logger: Logger
  dist: string
}

/** Every route there is. A resource whose reads differ has them in a file of its own; all else follows from the declaration. */
export const routesOf = (rooms: Rooms, signIn: Parts['signIn']): Route[] => {
  const standard = rooms.resources.filter((resource) => resource.routes === 'standard')
  return [
    ...authRoutes({ ...rooms, signIn }),
    ...meRoutes({ ...rooms, signIn }),
    ...postRoutes(rooms),
    ...standard.flatMap((resource) => [
      ...matchingRoutes(rooms, resource),
      ...readRoutes(rooms, resource),
      ...historyRoutes(rooms, resource),
      ...writeRoutes(rooms, resource),
    ]),
    ...fileRoutes(rooms),
    ...previewRoutes(rooms),
    ...jobRoutes(rooms),
    ...utilityRoutes(rooms, category),
  ]
}

/** The HTTP server over the rooms. */
export const serve = ({
  rooms,
  records,
  projector,
  storage,
  uploads,
  signIn,
  logger,
  dist,
}: Parts): Promise<FastifyInstance> => {
  const sessionOf = sessionReader(signIn.findSession, () => rooms.config.publicUrl)
  return buildServer({
    logger,
    routes: routesOf(rooms, signIn),
    sessionOf,
    uploads,
    waitFor: projector.waitFor,
    onFailure: (error, requestId) => logger.error({ err: error, requestId }, 'a request failed'),
    addOthers: async (app) => {
      addHealth(app, projector.status)
      addFiles(app, records.fileByKey, storage)
      await addApps(app, dist)
    },
    isSecure: isSecure(rooms.config.publicUrl),
    trustedProxies: rooms.config.trustedProxies,
    limitsFactor: rooms.config.authLimitsFactor,
  })
}
