import type { Publishing } from '../../domain/publishing.ts'
import { t } from '../../ui-shared/i18n.ts'
import { type Row, textOf } from '../list/row.ts'
import type { FormValues } from '../edit/form-values.ts'
import { askMoment } from './schedule-dialog.tsx'

/** Saves a form as a draft, or sets the moment at which it is published. `onSave` gets what is saved besides. */
export const PublishButtons = ({
  publishing: { draft, at },
  row,
  isBusy,
  onSave,
}: {
  publishing: Publishing
  row: Row | null
  isBusy: boolean
  onSave: (more: FormValues) => void
}) => {
  const planned = row ? textOf(row, at) : ''
  const schedule = async () => {
    const moment = await askMoment(planned)
    if (moment !== null) onSave(row ? { [at]: moment } : { [draft]: true, [at]: moment })
  }
  return (
    <>
      {!row && (
        <button type="button" className="btn" disabled={isBusy} onClick={() => onSave({ [draft]: true })}>
          {t('Save draft')}
        </button>
      )}
      <button type="button" className="btn" disabled={isBusy} onClick={() => void schedule()}>
        {planned ? t('Change schedule…') : t('Schedule…')}
      </button>
    </>
  )
}
