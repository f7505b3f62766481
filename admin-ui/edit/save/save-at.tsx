import type { Resource } from '../../../domain/resource.ts'
import { t } from '../../../ui-shared/i18n.ts'

/** The button that saves a form at a moment. */
export const SaveAt = ({
  resource,
  isNew,
  hasChanges,
  isBusy,
  onPlan,
}: {
  resource: Resource
  isNew: boolean
  hasChanges: boolean
  isBusy: boolean
  onPlan: () => void
}) =>
  // Whoever is new and signs in is invited when they are made, so that is never planned.
  !(isNew && resource.signsIn) && (
    <button type="button" className="btn later" disabled={isBusy || !hasChanges} onClick={onPlan}>
      {t('Save at…')}
    </button>
  )
