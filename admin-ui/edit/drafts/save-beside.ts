import type { Resource } from '../../../domain/resource.ts'
import { t } from '../../../ui-shared/i18n.ts'
import { showAlert } from '../../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../../ui-shared/overlay/toast.tsx'
import { draftBeside, keptBeside } from '../../publishing/publishing-words.ts'

/** Saves what was typed over a live record as a draft beside it: on the server, or on this device where that does not answer. */
export const saveBeside = async (
  resource: Resource,
  count: number,
  keep: () => Promise<boolean>,
  keepNow: () => Promise<boolean>,
): Promise<void> => {
  if (count === 0) return toastSuccess(t('Nothing was changed.'))
  const isHere = await keep()
  if (await keepNow()) return toastSuccess(draftBeside(resource))
  if (isHere) return toastSuccess(keptBeside(resource))
  showAlert(t('ERROR'), [t('The draft could not be kept. Try again.')])
}
