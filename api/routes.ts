import type { SignIn } from '../commands/sign-in/sign-in.ts'
import { category } from '../domain/category.ts'
import type { Rooms } from './rooms.ts'
import type { Route } from './route.ts'
import { authRoutes } from './routes/auth.ts'
import { fileRoutes } from './routes/files.ts'
import { historyRoutes } from './routes/history.ts'
import { jobRoutes, matchingRoutes } from './routes/matching.ts'
import { meRoutes } from './routes/me.ts'
import { postRoutes } from './routes/post.ts'
import { previewRoutes } from './routes/preview.ts'
import { readRoutes } from './routes/read.ts'
import { writeRoutes } from './routes/resource.ts'
import { utilityRoutes } from './routes/utility.ts'

/** Every route there is. A resource whose reads differ has them in a file of its own; all else follows from the declaration. */
export const routesOf = (rooms: Rooms, signIn: SignIn): Route[] => {
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
