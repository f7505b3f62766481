import type { StandardVerb } from '../../domain/resource.ts'

/** The verbs that lists and edit screens offer for records. */
export type RecordVerb = Extract<StandardVerb, 'activate' | 'deactivate' | 'delete' | 'restore'>

type Words = {
  label: string
  /** The question before it (spec/2 §2.5). */
  question: string
  permission: 'u' | 'd'
  /** What takes it back, and which records it changes. */
  undo: StandardVerb
  changes: (isActive: boolean) => boolean
}

export const recordVerbs: Readonly<Record<RecordVerb, Words>> = {
  activate: {
    label: 'Activate',
    question: 'Activate Item?',
    permission: 'u',
    undo: 'deactivate',
    changes: (isActive) => !isActive,
  },
  deactivate: {
    label: 'Deactivate',
    question: 'Deactivate Item?',
    permission: 'u',
    undo: 'activate',
    changes: (isActive) => isActive,
  },
  delete: {
    label: 'Delete',
    question: 'Delete Item? this action cannot be undone',
    permission: 'd',
    undo: 'restore',
    changes: () => true,
  },
  restore: {
    label: 'Restore',
    question: 'Restore Item?',
    permission: 'd',
    undo: 'delete',
    changes: () => true,
  },
}

export const verbNames = ['activate', 'deactivate', 'delete'] as const

/** The verbs for what a list shows: records in Trash can only come back (spec/decisions X11). */
export const verbsIn = (status: string): readonly RecordVerb[] => (status === 'deleted' ? ['restore'] : verbNames)
