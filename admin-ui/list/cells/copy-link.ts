import { t } from '../../../ui-shared/i18n.ts'
import { showAlert } from '../../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../../ui-shared/overlay/toast.tsx'

/** Copies an address. */
export const copyLink = async (link: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(link)
    toastSuccess(t('Link copied to clipboard : {link}', { link }))
  } catch {
    // On plain http beyond this machine the clipboard is closed; the link can still be taken by hand.
    showAlert(t('Copy this link'), [link])
  }
}
