import type { NameIn } from '../../domain/fields/values.ts'
import type { menubar } from '../../domain/resources/menubar.ts'
import { lazy } from 'react'
import type { FormOverrides } from '../edit/form-overrides.ts'

const MenuField = lazy(async () => ({ default: (await import('./menu-field.tsx')).MenuField }))

/** Where the form of the menu differs (docs/specification/site.md#menu). */
export const menubarForm: FormOverrides<NameIn<typeof menubar.fields>> = {
  submit: 'Save',
  controls: { menubar: MenuField },
}
