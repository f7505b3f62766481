import type { NameIn } from '../domain/fields/values.ts'
import type { banner } from '../domain/resources/banner.ts'
import type { flash } from '../domain/resources/flash.ts'
import type { popup } from '../domain/resources/popup.ts'
import type { Resource } from '../domain/resource.ts'
import type { FormOverrides } from './edit/form-overrides.ts'

// One line for each resource whose forms differ.
const forms: Readonly<Record<string, () => Promise<FormOverrides>>> = {
  configuration: async () => (await import('./configuration/configuration-form.ts')).configurationForm,
  employee: async () => (await import('./employee/employee-form.ts')).employeeForm,
  file: async () => (await import('./file/file-form.ts')).fileForm,
  homepage: async () => (await import('./homepage/homepage-form.ts')).homepageForm,
  menubar: async () => (await import('./menubar/menubar-form.ts')).menubarForm,
  page: async () => (await import('./page/page-form.ts')).pageForm,
  post: async () => (await import('./post/post-form.ts')).postForm,
  role: async () => (await import('./role/role-form.ts')).roleForm,
  user: async () => (await import('./user/user-form.ts')).userForm,
  // As docs/specification/site.md#banners-popups-and-flash-news says.
  banner: async () => ({ looks: { thumbnail: 'quarter' } }) satisfies FormOverrides<NameIn<typeof banner.fields>>,
  popup: async () => ({ looks: { thumbnail: 'quarter' } }) satisfies FormOverrides<NameIn<typeof popup.fields>>,
  flash: async () => ({ looks: { news_text: 'low' } }) satisfies FormOverrides<NameIn<typeof flash.fields>>,
}

const loaded = new Map<string, FormOverrides>()

const none: FormOverrides = {}

/** Loads where the resource's forms differ: route loaders do so before a form is drawn. */
export const loadForm = async ({ name }: Resource): Promise<void> => {
  const own = await forms[name]?.()
  if (own) loaded.set(name, own)
}

/** Where the resource's forms differ; nothing for most. @throws Error before `loadForm` */
export const formOf = ({ name }: Resource): FormOverrides => {
  const own = loaded.get(name)
  if (!own && Object.hasOwn(forms, name)) throw new Error(`the form of ${name} was not loaded`)
  return own ?? none
}
