import { banner } from './resources/banner.ts'
import { category } from './resources/category.ts'
import { comment } from './resources/comment.ts'
import { configuration } from './resources/configuration.ts'
import { departement } from './resources/departement.ts'
import { discussion } from './resources/discussion.ts'
import { division } from './resources/division.ts'
import { employee } from './resources/employee.ts'
import { file } from './resources/file.ts'
import { flash } from './resources/flash.ts'
import { homepage } from './resources/homepage.ts'
import { jobApplication } from './resources/job_application.ts'
import { menubar } from './resources/menubar.ts'
import { page } from './resources/page.ts'
import { popup } from './resources/popup.ts'
import { post } from './resources/post.ts'
import { reaction } from './resources/reaction.ts'
import { reading } from './resources/reading.ts'
import { receipt } from './resources/receipt.ts'
import { request } from './resources/request.ts'
import type { Resource } from './resource.ts'
import { remark, review } from './resources/review.ts'
import { role } from './resources/role.ts'
import { stationery } from './resources/stationery.ts'
import { title } from './resources/title.ts'
import { user } from './resources/user.ts'

/** The table of contents: every resource there is, by its name. One line each. */
const declared = {
  post,
  category,
  page,
  banner,
  flash,
  popup,
  homepage,
  menubar,
  file,
  user,
  role,
  employee,
  title,
  division,
  departement,
  configuration,
  request,
  job_application: jobApplication,
  stationery,
  reading,
  receipt,
  reaction,
  discussion,
  comment,
  review,
  remark,
}

/** The declaration of each resource, by its name. */
export type Declared = typeof declared

export const resources: readonly Resource[] = Object.values(declared)

export const catalog: ReadonlyMap<string, Resource> = new Map(resources.map((resource) => [resource.name, resource]))
