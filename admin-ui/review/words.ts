import type { Review } from '../../domain/review/entry.ts'
import { t } from '../../ui-shared/i18n.ts'
import { entries } from '../resources.ts'

const stages = {
  waiting: 'Waits for review',
  published: 'Was published',
  sent_back: 'Returned',
  withdrawn: 'Withdrawn',
} as const

/** Where a review stands. */
export const stageWord = (stage: Review['stage']): string => t(stages[stage])

/** What kind of record it is about. */
export const kindWord = (kind: string): string => t(entries.find(({ name }) => name === kind)?.label ?? kind)
