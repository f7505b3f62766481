import { useEffect, useRef } from 'react'
import type { Resource } from '../../domain/resource.ts'
import { t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import type { Selection } from './selection.ts'
import type { Progress } from '../jobs/job.ts'
import { type RecordVerb, recordVerbs, verbsIn } from './verbs.ts'

const PageBox = ({ selection }: { selection: Selection }) => {
  const box = useRef<HTMLInputElement>(null)
  const isPart = selection.ids.size > 0 && !selection.isAllOnPage
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPart
  }, [isPart])
  return (
    <label className="page-box">
      <input
        ref={box}
        className="check"
        type="checkbox"
        checked={selection.isAllOnPage}
        onChange={selection.togglePage}
      />
      <span>{t('Select all rows of this page')}</span>
    </label>
  )
}

type Acts = {
  resource: Resource
  /** The status that the list is filtered by. */
  status: string
  isBusy: boolean
  /** How far a job over everything that matches is; null when none runs. */
  progress: Progress | null
  cancel: () => void
  onAct: (verb: RecordVerb) => void
}

const VerbButtons = ({ resource, status, isBusy, progress, onAct }: Omit<Acts, 'cancel'>) => {
  const me = useMe()
  const isWaiting = isBusy || progress !== null
  return verbsIn(status)
    .filter((verb) => can(me, `${recordVerbs[verb].permission}-${resource.area}`))
    .map((verb) => (
      <button
        key={verb}
        type="button"
        className={verb === 'delete' ? 'btn small danger' : 'btn small'}
        // Not disabled: that would take the focus away.
        aria-disabled={isWaiting}
        onClick={() => !isWaiting && onAct(verb)}
      >
        {verb === 'delete' ? t('Delete…') : t(recordVerbs[verb].label)}
      </button>
    ))
}

/** The box that ticks the page, and what can be done with what is ticked, in place of the headings, so that no row moves. */
export const BulkBar = ({ selection, total, ...acts }: Acts & { selection: Selection; total: number }) => {
  const { progress, cancel } = acts
  const count = selection.isMatching ? total : selection.ids.size
  return (
    <div className={count > 0 ? 'bulk on no-print' : 'bulk no-print'} role="group" aria-label={t('Actions')}>
      <PageBox selection={selection} />
      <b role="status">{count > 0 && t('{count} selected', { count })}</b>
      {count > 0 && <VerbButtons {...acts} />}
      {progress && (
        <>
          <progress
            className="meter"
            max={progress.total}
            value={progress.done}
            aria-label={t('{done} of {total} done', { done: progress.done, total: progress.total })}
          />
          <button type="button" className="btn small" onClick={cancel}>
            {t('Cancel')}
          </button>
        </>
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
