import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router-dom'
import type { Resource } from '../../../domain/resource.ts'
import { t } from '../../../ui-shared/i18n.ts'
import { can } from '../../../ui-shared/session/me.ts'
import { useMe } from '../../../ui-shared/session/session.ts'
import type { Progress } from '../../jobs/job.ts'
import { gridPath, mayUseGrid, mostRows, wholeOf } from '../grid/grid-fields.ts'
import { MoreButton } from './more-button.tsx'
import type { Row } from '../row.ts'
import type { Selection } from '../selection.ts'
import { useAct } from '../use-act.ts'
import type { ListState } from '../use-list-state.ts'
import type { ScreenOverrides } from '../screen.ts'
import { type Sent, useMany } from '../use-many.ts'
import { type RecordVerb, recordVerbs, verbsIn } from '../verbs.ts'

/** `total` is how many match what the list shows. */
export type BulkProps = {
  resource: Resource
  overrides: ScreenOverrides
  state: ListState
  rows: readonly Row[]
  total: number
  selection: Selection
}

const useBulk = ({ resource, state, rows, total, selection }: BulkProps) => {
  const { act, isBusy } = useAct(resource)
  const { onMatching, onRows, startMatching, startRows, progress, cancel } = useMany(resource, state)
  const ticked = rows.filter((row) => selection.ids.has(row.id))
  const keep = (failed: readonly number[] | null) => failed && selection.keep(failed)
  const onRun = async (verb: string, sent?: Sent) => {
    if (selection.isMatching) return void ((await startMatching(verb, total, sent)) && selection.clear())
    keep(await startRows(verb, ticked, sent))
  }
  const onAct = async (verb: RecordVerb) => {
    if (selection.isMatching) return void ((await onMatching(verb, total)) && selection.clear())
    keep(await (ticked.length > 1 ? onRows(verb, ticked) : act(verb, ticked)))
  }
  return { onRun, onAct, progress, cancel, isWaiting: isBusy || progress !== null }
}

type Bulk = ReturnType<typeof useBulk>

const VerbButtons = ({ resource, status, bulk }: { resource: Resource; status: string; bulk: Bulk }) => {
  const me = useMe()
  return verbsIn(status)
    .filter(
      (verb) => resource.events[verb] !== undefined && can(me, `${recordVerbs[verb].permission}-${resource.area}`),
    )
    .map((verb) => (
      <button
        key={verb}
        type="button"
        className={verb === 'delete' ? 'btn small danger' : 'btn small'}
        // Not disabled: that would take the focus away.
        aria-disabled={bulk.isWaiting}
        onClick={() => void (bulk.isWaiting || bulk.onAct(verb))}
      >
        {verb === 'delete' ? t('Delete…') : t(recordVerbs[verb].label)}
      </button>
    ))
}

/** What is ticked as a grid, as long as it is not too much for one. */
const InGrid = ({ resource, selection, total }: BulkProps) => {
  const { search } = useLocation()
  const me = useMe()
  if (!mayUseGrid(me, resource) || (selection.isMatching && total > mostRows)) return null
  const to = selection.isMatching ? gridPath(resource, wholeOf(search)) : gridPath(resource, search, [...selection.ids])
  return (
    <Link className="btn small" to={to}>
      {t('Edit in a grid')}
    </Link>
  )
}

/** The same at a moment, for what is ticked. */
const Later = ({ resource, state, rows, selection, isWaiting }: BulkProps & { isWaiting: boolean }) => {
  const me = useMe()
  const client = useQueryClient()
  const isInTrash = state.status === 'deleted'
  if (!['u', 'd'].some((action) => can(me, `${action}-${resource.area}`))) return null
  const ask = async () => {
    const { planVerb } = await import('../../schedule/plan.tsx')
    const ticked = rows.filter((row) => selection.ids.has(row.id))
    if (await planVerb({ client, resource, me, isInTrash }, ticked)) selection.clear()
  }
  return (
    <button type="button" className="btn small" aria-disabled={isWaiting} onClick={() => void (isWaiting || ask())}>
      {t('At a moment…')}
    </button>
  )
}

const Meter = ({ progress: { total, done }, onCancel }: { progress: Progress; onCancel: () => void }) => (
  <>
    <progress className="meter" max={total} value={done} aria-label={t('{done} of {total} done', { done, total })} />
    <button type="button" className="btn small" onClick={onCancel}>
      {t('Cancel')}
    </button>
  </>
)

/** What can be done with what is ticked; everything that matches is offered once the page is ticked. What runs is shown to its end. */
export const BulkActs = (props: BulkProps) => {
  const { resource, state, rows, total, selection } = props
  const { Ticked } = props.overrides
  const bulk = useBulk(props)
  const { progress } = bulk
  const count = selection.isMatching ? total : selection.ids.size
  const hasMore = selection.isAllOnPage && !selection.isMatching && total > selection.ids.size
  return (
    <>
      {count > 0 && <VerbButtons {...{ resource, bulk }} status={state.status} />}
      {count > 0 && state.status !== 'deleted' && <InGrid {...props} />}
      {count > 0 && !selection.isMatching && <Later {...props} isWaiting={bulk.isWaiting} />}
      {count > 0 && Ticked && !selection.isMatching && (
        <Ticked resource={resource} rows={rows.filter(({ id }) => selection.ids.has(id))} onDone={selection.clear} />
      )}
      {count > 0 && !progress && state.status !== 'deleted' && (
        <MoreButton {...{ resource, count }} onRun={(verb, sent) => void bulk.onRun(verb, sent)} />
      )}
      {progress && <Meter progress={progress} onCancel={bulk.cancel} />}
      {hasMore && (
        <button type="button" className="link all" onClick={selection.selectMatching}>
          {t('Select all {count} matching', { count: total })}
        </button>
      )}
      {selection.isMatching && !progress && (
        <button type="button" className="link all" onClick={selection.clear}>
          {t('Clear the selection')}
        </button>
      )}
    </>
  )
}
