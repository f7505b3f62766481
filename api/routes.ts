import type { SignIn } from '../commands/sign-in/sign-in.ts'
import type { Services } from './services.ts'
import type { Route } from './route.ts'
import { activityRoutes } from './routes/activity.ts'
import { actorRoutes } from './routes/actors.ts'
import { authRoutes } from './routes/auth.ts'
import { configurationRoutes } from './routes/configuration.ts'
import { mailServerRoutes } from './routes/mail/mail-server.ts'
import { undeliveredRoutes } from './routes/mail/undelivered.ts'
import { employeeRoutes } from './routes/employee/employee.ts'
import { directoryRoutes } from './routes/portal/directory.ts'
import { fileRoutes } from './routes/files.ts'
import { libraryRoutes } from './routes/file.ts'
import { jobRoutes } from './routes/job.ts'
import { liveRoutes } from './live/routes.ts'
import { meRoutes } from './routes/me.ts'
import { menubarRoutes } from './routes/menubar.ts'
import { optionRoutes } from './routes/options.ts'
import { peopleRoutes } from './routes/sign-in/people.ts'
import { pageRoutes } from './routes/page.ts'
import { portalRoutes } from './routes/portal/portal.ts'
import { personalDataRoutes } from './personal-data/routes.ts'
import { postRoutes } from './routes/post.ts'
import { previewRoutes } from './routes/preview.ts'
import { roleRoutes } from './routes/role.ts'
import { searchRoutes } from './search/routes.ts'
import { importRoutes } from './routes/sheets/import.ts'
import { standardRoutes } from './routes/standard.ts'
import { submissionRoutes } from './routes/portal/submission.ts'
import { utilityRoutes } from './routes/utility.ts'

/** Every route there is. A resource whose reads differ has them in a file of its own; all else follows from the declaration. */
export const routesOf = (services: Services, signIn: SignIn): Route[] => {
  const standard = services.resources.filter((resource) => resource.routes === 'standard')
  return [
    ...authRoutes({ ...services, signIn }),
    ...meRoutes({ ...services, signIn }),
    ...peopleRoutes({ ...services, signIn }),
    ...personalDataRoutes(services),
    ...roleRoutes(),
    ...postRoutes(services),
    ...pageRoutes(services),
    ...menubarRoutes(services),
    ...portalRoutes(services),
    ...directoryRoutes(services),
    ...submissionRoutes(services),
    ...configurationRoutes(services),
    ...mailServerRoutes({ ...services, signIn }),
    ...undeliveredRoutes(services),
    ...standard.flatMap((resource) => standardRoutes(services, resource)),
    ...employeeRoutes({ ...services, signIn }),
    ...fileRoutes(services),
    ...libraryRoutes(services),
    ...previewRoutes(services),
    ...jobRoutes(services),
    ...importRoutes(services),
    ...activityRoutes(services),
    ...actorRoutes(services),
    ...optionRoutes(services),
    ...utilityRoutes(services),
    ...liveRoutes(services),
    ...searchRoutes(services),
  ]
}
