import { answeredIn, stageTones, type Tone } from '../../domain/shapes/stages.ts'
import { t } from '../../ui-shared/i18n.ts'

/** Where something that was sent stands, in words. */
export const stageWords = (stage: string): string => {
  const words: Readonly<Record<string, string>> = {
    submitted: t('Submitted'),
    approved: t('Approved'),
    rejected: t('Rejected'),
    partly_fulfilled: t('Partly fulfilled'),
    fulfilled: t('Fulfilled'),
    closed: t('Closed'),
    shortlisted: t('Shortlisted'),
    accepted: t('Accepted'),
    withdrawn: t('Withdrawn'),
  }
  return words[stage] ?? stage
}

const tones: Readonly<Record<string, Tone>> = stageTones

/** What that means. */
export const toneOf = (stage: string): Tone | undefined => tones[stage]

/** True while both sides may answer. */
export const isAnswered = (resource: keyof typeof answeredIn, stage: string): boolean =>
  answeredIn[resource].some((one) => one === stage)
