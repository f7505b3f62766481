import type { Publishing } from '../../domain/fields/draft.ts'
import { t } from '../../ui-shared/i18n.ts'
import { flagOf, type Row, textOf } from '../list/row.ts'
import type { FormValues } from '../edit/form-values.ts'
import { askMoment } from '../schedule/ask-moment.tsx'

const ScheduleButton = ({
  at,
  row,
  isBusy,
  onPlan,
}: {
  at: string
  row: Row | null
  isBusy: boolean
  onPlan: (moment: string) => void
}) => {
  const planned = row ? textOf(row, at) : ''
  const schedule = async () => {
    const moment = await askMoment({
      title: t('Schedule'),
      words: [t('Until then it is a draft. Then it is published by itself.')],
      label: t('Publish at'),
      planned,
      takeBack: t('Take the schedule back'),
    })
    if (moment !== null) onPlan(moment)
  }
  return (
    <button type="button" className="btn" disabled={isBusy} onClick={() => void schedule()}>
      {planned ? t('Change schedule…') : t('Schedule…')}
    </button>
  )
}

/** Saves a form as a draft, which stays open, or sets the moment at which it is published. What they get is saved besides. */
export const PublishButtons = ({
  publishing: { draft, at },
  row,
  isBusy,
  onKeep,
  onPlan,
}: {
  publishing: Publishing
  row: Row | null
  isBusy: boolean
  onKeep: (more: FormValues) => void
  onPlan: (more: FormValues) => void
}) => (
  <>
    {(row === null || flagOf(row, draft)) && (
      <button
        type="button"
        className="btn"
        disabled={isBusy}
        onClick={() => onKeep(row === null ? { [draft]: true } : {})}
      >
        {t('Save draft')}
      </button>
    )}
    {at !== undefined && (
      <ScheduleButton
        {...{ at, row, isBusy }}
        onPlan={(moment) => onPlan({ ...(row === null ? { [draft]: true } : {}), [at]: moment })}
      />
    )}
  </>
)
