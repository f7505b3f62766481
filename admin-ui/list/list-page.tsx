import { useEffect } from 'react'
import type { Resource } from '../../domain/resource.ts'
import '../styles/list.css'
import { statusOf } from '../../ui-shared/api/error.ts'
import { t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/me.ts'
import { useMe } from '../../ui-shared/session.ts'
import { AccessDenied, LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { columnsOf } from './columns.tsx'
import { ListEmpty } from './list-empty.tsx'
import { Filters } from './filters.tsx'
import { ListFoot } from './list-foot.tsx'
import { useRows, useTotals } from './list-query.ts'
import { ListTable } from './list-table.tsx'
import { rememberList } from './remembered.ts'
import type { Row } from './row.ts'
import type { ScreenOverrides } from './screen.ts'
import { useSelection } from './selection.ts'
import { useAct } from './use-act.ts'
import { useListState } from './use-list-state.ts'
import { useMatching } from './use-matching.ts'
import type { RecordVerb } from './verbs.ts'

const Facts = ({ resource }: { resource: Resource }) => {
  const totals = useTotals(resource.name)
  if (!totals) return ' '
  const things = totals.total === 1 ? t(resource.label).toLowerCase() : t(resource.plural)
  return t('{total} {things}, {inactive} inactive.', { total: totals.total, things, inactive: totals.inactive })
}

const noRows: readonly Row[] = []

// The last record of the last page may be gone: the list goes back to what is there.
const useClampedPage = (page: number, pages: number | undefined, onPage: (page: number, isTyping: boolean) => void) => {
  useEffect(() => {
    if (pages !== undefined && page > pages) onPage(pages, true)
  })
}

const List = ({ resource, overrides }: { resource: Resource; overrides: ScreenOverrides }) => {
  const me = useMe()
  const { state, change, search } = useListState(resource.list.filters ?? [])
  const { page, error, isStale, isFetching, isPlaceholderData, refetch } = useRows(resource.name, state)
  const rows = page?.data ?? noRows
  const total = page?.meta.total_item ?? 0
  const selection = useSelection(rows, search)
  const { act, isBusy } = useAct(resource)
  const matching = useMatching(resource, state)
  useEffect(() => rememberList(resource.name, search), [resource.name, search])
  useClampedPage(state.page, isPlaceholderData ? undefined : page?.meta.total_page, (last, isTyping) =>
    change({ page: last }, isTyping),
  )
  const mayAct = can(me, `u-${resource.area}`) || can(me, `d-${resource.area}`)
  const onAct = async (verb: RecordVerb) => {
    if (selection.isMatching) {
      if (await matching.run(verb, total)) selection.clear()
      return
    }
    const failed = await act(
      verb,
      rows.filter((row) => selection.ids.has(row.id)),
    )
    if (failed) selection.keep(failed)
  }
  if (statusOf(error) === 403) return <AccessDenied />
  return (
    <>
      <Filters resource={resource} overrides={overrides} state={state} change={change} />
      {error && <LoadError message={error.message} onRetry={() => void refetch()} />}
      {!page && !error && <PleaseWait />}
      {page && (
        <div className="sheet list" aria-busy={isStale || (isFetching && isBusy)}>
          {mayAct && (
            <BulkBar
              resource={resource}
              selection={selection}
              total={total}
              isBusy={isBusy}
              progress={matching.progress}
              onAct={(verb) => void onAct(verb)}
            />
          )}
          {rows.length > 0 && (
            <ListTable
              caption={t(resource.label)}
              columns={columnsOf(resource, overrides)}
              rows={rows}
              selection={mayAct ? selection : null}
            />
          )}
          {rows.length === 0 && (
            <ListEmpty
              resource={resource}
              isFiltered={search !== ''}
              onClear={() =>
                change({
                  keyword: '',
                  status: '',
                  ...Object.fromEntries(Object.keys(state.filters).map((name) => [name, ''])),
                })
              }
            />
          )}
          <ListFoot
            state={state}
            total={total}
            pages={page.meta.total_page}
            onSize={(size) => change({ per_page: size })}
            onPage={(next) => change({ page: next })}
          />
        </div>
      )}
    </>
  )
}

/** The list of a resource: everything from its declaration, with what the resource overrides. */
export const ListPage = ({ resource, overrides }: { resource: Resource; overrides: ScreenOverrides }) => {
  const me = useMe()
  const mayRead = can(me, `r-${resource.area}`)
  const addTo = can(me, `c-${resource.area}`) ? `/dashboard/${resource.name}/create` : undefined
  const label = t(resource.label)
  return (
    <>
      <PageHead
        title={label}
        facts={mayRead && <Facts resource={resource} />}
        addTo={addTo}
        addLabel={t('Add {thing}', { thing: label.toLowerCase() })}
      />
      {mayRead ? <List resource={resource} overrides={overrides} /> : <AccessDenied />}
    </>
  )
}
