import type { Action } from '../permission.ts'

/** What each action of a permission is called. */
export const actionNames = {
  c: 'Create',
  r: 'Read',
  u: 'Update',
  d: 'Delete',
  p: 'Publish',
} as const satisfies Readonly<Record<Action, string>>
