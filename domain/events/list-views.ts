import * as z from 'zod/mini'
import { type EventTypes, plainEvent } from '../event.ts'

const view = {
  /** The row that holds it. Its name and its keyword may tell of people, so no event holds these. */
  view: z.string(),
  resource: z.string(),
}

/** What the trail tells of views of lists that are shared (docs/decisions/ui/0192). */
export const listViewEvents = {
  ListViewShared: plainEvent(view),
  ListViewRenamed: plainEvent(view),
  ListViewRemoved: plainEvent(view),
} satisfies EventTypes

export const listViewFacts = {
  ListViewShared: { action: 'Create', says: '{plural}: a view of the list was shared' },
  ListViewRenamed: { action: 'Update', says: '{plural}: a shared view of the list was renamed' },
  ListViewRemoved: { action: 'Delete', says: '{plural}: a shared view of the list was removed' },
} satisfies Record<keyof typeof listViewEvents, { action: string; says: string }>

/** How many views of one list may be shared. */
export const mostListViews = 50
