import type { NameIn } from '../../domain/fields/values.ts'
import type { menubar } from '../../domain/resources/menubar.ts'
import type { FormOverrides } from '../edit/form-overrides.ts'
import { client } from '../shell/query-client.ts'
import { menuDataQuery } from './menu-data.ts'
import { MenuField } from './menu-field.tsx'

/** Where the form of the menu differs (docs/specification/site.md#menu). */
export const menubarForm: FormOverrides<NameIn<typeof menubar.fields>> = {
  submit: 'Save',
  controls: { menubar: MenuField },
  prepare: () => client.prefetchQuery(menuDataQuery),
}
