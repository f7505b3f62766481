import type { NameIn } from '../domain/fields/values.ts'
import type { banner } from '../domain/resources/banner.ts'
import type { flash } from '../domain/resources/flash.ts'
import type { popup } from '../domain/resources/popup.ts'
import type { Resource } from '../domain/resource.ts'
import { configurationForm } from './configuration/configuration-form.ts'
import type { FormOverrides } from './edit/form-overrides.ts'
import { employeeForm } from './employee/employee-form.ts'
import { fileForm } from './file/file-form.ts'
import { homepageForm } from './homepage/homepage-form.ts'
import { menubarForm } from './menubar/menubar-form.ts'
import { pageForm } from './page/page-form.ts'
import { postForm } from './post/post-form.ts'
import { roleForm } from './role/role-form.ts'
import { userForm } from './user/user-form.ts'

// One line for each resource whose forms differ.
const forms: Readonly<Record<string, FormOverrides>> = {
  configuration: configurationForm,
  employee: employeeForm,
  file: fileForm,
  homepage: homepageForm,
  menubar: menubarForm,
  page: pageForm,
  post: postForm,
  role: roleForm,
  user: userForm,
  // As docs/specification/site.md#banners-popups-and-flash-news says.
  banner: { looks: { thumbnail: 'quarter' } } satisfies FormOverrides<NameIn<typeof banner.fields>>,
  popup: { looks: { thumbnail: 'quarter' } } satisfies FormOverrides<NameIn<typeof popup.fields>>,
  flash: { looks: { news_text: 'low' } } satisfies FormOverrides<NameIn<typeof flash.fields>>,
}

const none: FormOverrides = {}

/** Where the resource's forms differ; nothing for most. */
export const formOf = (resource: Resource): FormOverrides => forms[resource.name] ?? none
