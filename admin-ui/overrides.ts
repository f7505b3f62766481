import type { Resource } from '../domain/resource.ts'
import { fileScreens } from './file/file-screens.ts'
import type { ScreenOverrides } from './list/screen.ts'
import { pageScreens } from './page/page-screens.ts'
import { postScreens } from './post/post-screens.ts'

// One line for each resource whose screens differ from its declaration.
const overrides: Readonly<Record<string, ScreenOverrides>> = {
  post: postScreens,
  page: pageScreens,
  file: fileScreens,
}

const none: ScreenOverrides = {}

/** Where the resource's screens differ; nothing for most. */
export const overridesOf = (resource: Resource): ScreenOverrides => overrides[resource.name] ?? none
