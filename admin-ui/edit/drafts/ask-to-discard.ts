import { t } from '../../../ui-shared/i18n.ts'
import { ask } from '../../../ui-shared/overlay/confirm.tsx'
import type { ServerDraft } from './server-drafts.ts'

/** Asks before what a colleague typed is removed for them as well. */
export const askToDiscard = ({ isOwn, by }: ServerDraft): Promise<boolean> =>
  isOwn
    ? Promise.resolve(true)
    : ask({
        title: t('Discard the draft of {name}?', { name: by.name || t('Somebody') }),
        words: [t('It is gone for both of you.')],
        action: t('Discard'),
        isDanger: true,
      })
