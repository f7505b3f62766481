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
