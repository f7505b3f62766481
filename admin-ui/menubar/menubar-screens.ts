import { lazy } from 'react'
import type { ScreenOverrides } from '../list/screen.ts'

const MenuField = lazy(async () => ({ default: (await import('./menu-field.tsx')).MenuField }))

/** Where the screen of the menu differs (spec/1 §2 Menubar). */
export const menubarScreens: ScreenOverrides = { controls: { menubar: MenuField } }
