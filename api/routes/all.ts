import type { SignIn } from '../../commands/identity/sign-in/sign-in.ts'
import type { Services } from '../server/services.ts'
import type { Route } from '../server/route.ts'
import { activityRoutes } from './activity.ts'
import { actorRoutes, authorRoutes } from './actors.ts'
import { authRoutes } from './auth.ts'
import { checkpointRoutes } from './checkpoint/checkpoints.ts'
import { configurationRoutes } from './configuration.ts'
import { mailServerRoutes } from './mail/mail-server.ts'
import { undeliveredRoutes } from './mail/undelivered.ts'
import { debugLogRoutes } from './trail/debug-log.ts'
import { evidenceRoutes } from './checkpoint/evidence.ts'
import { commentMailRoutes } from './discussion/comment-mail.ts'
import { commentRoutes } from './discussion/comments.ts'
import { discussionRoutes } from './discussion/discussion.ts'
import { reactionRoutes } from './discussion/reactions.ts'
import { digestRoutes } from './digest/digest.ts'
import { shortcutRoutes } from './shortcut/shortcut.ts'
import { draftRoutes } from './draft/draft.ts'
import { employeeRoutes } from './employee/employee.ts'
import { directoryRoutes } from './portal/directory.ts'
import { fileRoutes } from './file.ts'
import { jobRoutes } from './job.ts'
import { libraryRoutes } from './library.ts'
import { liveRoutes } from '../live/routes.ts'
import { meRoutes } from './me.ts'
import { menubarRoutes } from './menubar.ts'
import { optionRoutes } from './options.ts'
import { peopleRoutes } from './sign-in/people.ts'
import { openRoutes } from './opens/opens.ts'
import { pageRoutes } from './page.ts'
import { portalRoutes } from './portal/portal.ts'
import { personalDataRoutes } from '../personal-data/routes.ts'
import { postRoutes } from './post.ts'
import { listViewRoutes } from './list-view/list-view.ts'
import { previewLinkRoutes } from './preview-link/preview-link.ts'
import { previewRoutes } from './preview.ts'
import { readersRoutes } from './reading/readers.ts'
import { readingRoutes } from './reading/reading.ts'
import { receiptRoutes } from './reading/receipt.ts'
import { reviewRoutes } from './review/review.ts'
import { roleRoutes } from './role.ts'
import { searchRoutes } from '../search/routes.ts'
import { importRoutes } from './sheets/import.ts'
import { scheduleRoutes } from './schedule/schedule.ts'
import { jobUndoPreviewRoute } from './history/job-undo.ts'
import { spanRoutes } from './history/span.ts'
import { standardRoutes } from './standard.ts'
import { submissionRoutes } from './portal/submission.ts'
import { holdersRoute } from './role/holders.ts'
import { trailChangesRoutes } from './trail/changes.ts'
import { trailExportRoute } from './trail/export.ts'
import { operationsRoutes } from './operations/standing.ts'
import { utilityRoutes } from './utility.ts'

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
    ...libraryRoutes(services),
    ...fileRoutes(services),
    ...previewRoutes(services),
    ...jobRoutes(services),
    ...scheduleRoutes(services),
    ...draftRoutes(services),
    ...previewLinkRoutes(services),
    ...listViewRoutes(services),
    ...readingRoutes(services),
    ...readersRoutes(services),
    ...receiptRoutes(services),
    ...digestRoutes(services),
    ...shortcutRoutes(services),
    ...openRoutes(services),
    ...reactionRoutes(services),
    ...discussionRoutes(services),
    ...commentRoutes(services),
    ...commentMailRoutes(services),
    ...reviewRoutes(services),
    ...spanRoutes(services),
    jobUndoPreviewRoute(services),
    ...importRoutes(services),
    ...activityRoutes(services),
    trailExportRoute(services),
    ...trailChangesRoutes(services),
    ...debugLogRoutes(services),
    holdersRoute(services),
    ...actorRoutes(services),
    ...authorRoutes(services),
    ...checkpointRoutes(services),
    ...evidenceRoutes(services),
    ...optionRoutes(services),
    ...utilityRoutes(services),
    ...operationsRoutes(services),
    ...liveRoutes(services),
    ...searchRoutes(services),
  ]
}
