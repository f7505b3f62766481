import { flag } from './field.ts'
import { moment } from './time.ts'

/** For records that have a span in which they are shown (`activeBetween`): they need no moment besides. */
export const draftField = { draft: flag({ label: 'Draft', isFixed: true, isApart: true }) }
export const draftFields = { ...draftField, publish_at: moment({ label: 'Publish at', isApart: true }) }

/** Records may begin as drafts: inactive until a person activates them. Goes with `draftField`. */
export const publishing = { draft: 'draft' } as const
/** … or until their moment comes. Goes with `draftFields`. */
export const scheduled = { draft: 'draft', at: 'publish_at' } as const

/** The flag that says that a record was never active, and the moment at which it becomes so by itself. */
export type Publishing<Name extends string = string> = { draft: Name; at?: Name }

type List<Name extends string> = { carries?: readonly Name[]; filters?: readonly Name[] }

/** A list whose rows say which are drafts and when they are published, and that can be asked for drafts. */
export const listDrafts = <Name extends string, L extends List<Name>>(
  list: L,
  { publishing: of }: { publishing?: Publishing<Name> },
): L =>
  of === undefined
    ? list
    : {
        ...list,
        carries: [...(list.carries ?? []), of.draft, ...(of.at === undefined ? [] : [of.at])],
        filters: [...(list.filters ?? []), of.draft],
      }
