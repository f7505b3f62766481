import type { StandardVerb } from '../../domain/verbs/standard-verb.ts'
import type { Resource } from '../../domain/resource.ts'
import { amid, t } from '../../ui-shared/i18n.ts'

/** The verbs that lists and edit screens offer for records. */
export type RecordVerb = Extract<StandardVerb, 'activate' | 'deactivate' | 'delete' | 'restore'>

type Words = {
  label: string
  /** The question before it (docs/specification/screens.md#lists). */
  question: string
  /** The button that does it to everything that matches, and what is said once it is done. */
  action: string
  done: string
  permission: 'u' | 'd'
  /** What takes it back, and which records it changes. */
  undo: StandardVerb
  changes: (isActive: boolean) => boolean
}

export const recordVerbs: Readonly<Record<RecordVerb, Words>> = {
  activate: {
    label: 'Activate',
    question: 'Activate Item?',
    action: 'Activate {count} {things}',
    done: '{count} {things} activated.',
    permission: 'u',
    undo: 'deactivate',
    changes: (isActive) => !isActive,
  },
  deactivate: {
    label: 'Deactivate',
    question: 'Deactivate Item?',
    action: 'Deactivate {count} {things}',
    done: '{count} {things} deactivated.',
    permission: 'u',
    undo: 'activate',
    changes: (isActive) => isActive,
  },
  delete: {
    label: 'Delete',
    question: 'Delete Item? this action cannot be undone',
    action: 'Delete {count} {things}',
    done: '{count} {things} deleted.',
    permission: 'd',
    undo: 'restore',
    changes: () => true,
  },
  restore: {
    label: 'Restore',
    question: 'Restore Item?',
    action: 'Restore {count} {things}',
    done: '{count} {things} restored.',
    permission: 'd',
    undo: 'delete',
    changes: () => true,
  },
}

/** True for a verb that every list knows. */
export const isRecordVerb = (verb: string): verb is RecordVerb => Object.hasOwn(recordVerbs, verb)

export const verbNames = ['activate', 'deactivate', 'delete'] as const

/** The verbs for what a list shows: records in Trash can only come back (X11). */
export const verbsIn = (status: string): readonly RecordVerb[] => (status === 'deleted' ? ['restore'] : verbNames)

/** What so many records of a resource are called: "post" or "posts". */
export const thingsOf = (resource: Pick<Resource, 'label' | 'plural'>, count: number): string =>
  count === 1 ? amid(t(resource.label)) : t(resource.plural)
