import { lazy } from 'react'
import type { FormOverrides } from '../edit/form-overrides.ts'

const MenuField = lazy(async () => ({ default: (await import('./menu-field.tsx')).MenuField }))

/** Where the form of the menu differs (spec/1 §2 Menubar). */
export const menubarForm: FormOverrides = { controls: { menubar: MenuField } }
