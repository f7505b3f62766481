import type { Resource } from '../../domain/resource.ts'
import { t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/me.ts'
import { useMe } from '../../ui-shared/session.ts'
import type { Selection } from './selection.ts'
import type { Progress } from './use-matching.ts'
import { type RecordVerb, recordVerbs, verbsIn } from './verbs.ts'

/** What can be done with the ticked rows, above them; offers everything that matches once the page is ticked. */
export const BulkBar = ({
  resource,
  selection,
  total,
  status,
  isBusy,
  progress,
  onAct,
}: {
  resource: Resource
  selection: Selection
  total: number
  /** The status that the list is filtered by. */
  status: string
  isBusy: boolean
  /** How far a job over everything that matches is; null when none runs. */
  progress: Progress | null
  onAct: (verb: RecordVerb) => void
}) => {
  const me = useMe()
  const count = selection.isMatching ? total : selection.ids.size
  if (count === 0) return null
  return (
    <div className="bulk" role="group" aria-label={t('Actions')}>
      <b role="status">{t('{count} selected', { count })}</b>
      {verbsIn(status)
        .filter((verb) => can(me, `${recordVerbs[verb].permission}-${resource.area}`))
        .map((verb) => (
          <button
            key={verb}
            type="button"
            className={verb === 'delete' ? 'btn small danger' : 'btn small'}
            disabled={isBusy || progress !== null}
            onClick={() => onAct(verb)}
          >
            {verb === 'delete' ? t('Delete…') : t(recordVerbs[verb].label)}
          </button>
        ))}
      {progress && (
        <progress
          className="meter"
          max={progress.total}
          value={progress.done}
          aria-label={t('{done} of {total} done', progress)}
        />
      )}
      {selection.isAllOnPage && !selection.isMatching && total > selection.ids.size && (
        <button type="button" className="link all" onClick={selection.selectMatching}>
          {t('Select all {count} matching', { count: total })}
        </button>
      )}
      {selection.isMatching && !progress && (
        <button type="button" className="link all" onClick={selection.clear}>
          {t('Clear the selection')}
        </button>
      )}
    </div>
  )
}
