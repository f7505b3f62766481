import { lazy, Suspense, useCallback, useEffect, useMemo } from 'react'
import { Link, useLocation } from 'react-router-dom'
import type { Resource } from '../../domain/resource.ts'
import '../styles/list.css'
import { statusOf } from '../../ui-shared/api/error.ts'
import { amid, t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/session/me.ts'
import { maySee } from '../shell/may-see.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { AccessDenied, LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { columnsOf, trashColumnsOf } from './cells/columns.tsx'
import { Filters } from './filters/filters.tsx'
import { withFound } from './found/with-found.tsx'
import { useRows, useTotals } from './list-query.ts'
import { useLook } from './look/use-look.ts'
import { preloadOrdered, RowsTable } from './order/rows-table.tsx'
import { shownMoment } from '../../ui-shared/moment.ts'
import { settled } from '../../ui-shared/settled.ts'
import { rememberList } from './remembered.ts'
import type { Row } from './row.ts'
import type { Screens } from '../screens.ts'
import type { ScreenOverrides } from './screen.ts'
import { RowActs } from './row-acts.tsx'
import { useSelection } from './selection.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { isFiltered, useListState } from './use-list-state.ts'
import { thingsOf } from './verbs.ts'
import { type ListPreferences, usePreferences } from './views/list-preferences.ts'
import { shownBy } from './views/shown-columns.ts'

const Facts = ({ resource }: { resource: Resource }) => {
  const { data: totals } = useTotals(resource)
  const { state } = useListState(resource)
  const { page } = useRows(resource, state)
  if (!totals) return ' '
  if (page && isFiltered(state) && state.status !== 'deleted')
    return t('{count} of {total} {things}.', {
      count: page.meta.total_item,
      total: totals.total,
      things: thingsOf(resource, totals.total),
    })
  return t('{total} {things}, {inactive} inactive.', {
    total: totals.total,
    things: thingsOf(resource, totals.total),
    inactive: totals.inactive,
  })
}

const noRows: readonly Row[] = []

const useList = (resource: Resource) => {
  const { state, change, search } = useListState(resource)
  const loaded = useRows(resource, state)
  const { page } = loaded
  const rows = page?.data ?? noRows
  const total = page?.meta.total_item ?? 0
  const selection = useSelection(rows, JSON.stringify(state))
  useEffect(() => preloadOrdered(resource), [resource])
  useEffect(() => rememberList(resource.name, search), [resource.name, search])
  const noFilters = Object.fromEntries(Object.keys(state.filters).map((name) => [name, '']))
  const clear = () => change({ keyword: '', status: '', ...noFilters })
  return { ...loaded, state, change, search, rows, total, selection, clear }
}

type Listed = ReturnType<typeof useList>

// The rows come first; the place of these is kept.
const BulkBar = lazy(async () => ({ default: (await import('./bulk-bar.tsx')).BulkBar }))
const ViewButton = lazy(async () => ({ default: (await import('./views/view-button.tsx')).ViewButton }))
const ListFoot = lazy(async () => ({ default: (await import('./list-foot.tsx')).ListFoot }))

// What was typed elsewhere comes after the first screen; without a connection the list stands without it.
const UnsavedDrafts = lazy(async () => {
  await settled
  const loaded = await import('../edit/drafts/unsaved.tsx').catch(() => null)
  return { default: loaded?.UnsavedDrafts ?? (() => null) }
})

// Rarely needed, so loaded when it is.
const ListEmpty = lazy(async () => ({ default: (await import('./list-empty.tsx')).ListEmpty }))

// Loaded with the first look.
const QuickLook = lazy(async () => ({ default: (await import('./look/quick-look.tsx')).QuickLook }))

type SheetProps = { resource: Resource; overrides: ScreenOverrides; list: Listed; preferences: ListPreferences }

const Sheet = ({ resource, overrides, list, preferences }: SheetProps) => {
  const me = useMe()
  const { page, rows, total, selection, state, change } = list
  const focus = useKeptFocus()
  const { looked, setLooked, openLook, onKeyDown } = useLook(rows, overrides.openAt)
  const isInTrash = state.status === 'deleted'
  const { hidden } = preferences
  const columns = useMemo(
    () =>
      // Made anew for whoever may open more: then values are links.
      me === null
        ? []
        : (isInTrash ? trashColumnsOf(resource) : columnsOf(resource, overrides))
            .filter(shownBy(list.search, hidden))
            .map(withFound({ resource, rows, keyword: state.keyword })),
    [resource, overrides, isInTrash, list.search, hidden, rows, state.keyword, me],
  )
  const actions = useCallback(
    (row: Row) => <RowActs {...{ resource, overrides, row, isInTrash }} onLook={openLook} />,
    [resource, overrides, isInTrash, openLook],
  )
  const onSort = useCallback(
    (sort: string) => change({ sort: sort === resource.list.sort ? '' : sort }),
    [change, resource],
  )
  if (!page) return null
  const mayAct = can(me, `u-${resource.area}`) || can(me, `d-${resource.area}`)
  const ticks = mayAct ? selection : null
  const table = {
    caption: t(resource.label),
    columns,
    rows,
    actions,
    selection: ticks,
    sort: state.sort || resource.list.sort,
    onSort,
  }
  return (
    <div
      className={preferences.isDense ? 'sheet list dense' : 'sheet list'}
      {...focus}
      onKeyDown={onKeyDown}
      aria-busy={list.isStale}
    >
      {ticks && rows.length > 0 && (
        <Suspense fallback={<div className="bulk" />}>
          <BulkBar {...{ resource, overrides, state, rows, total }} selection={ticks} />
        </Suspense>
      )}
      {rows.length > 0 ? (
        <RowsTable
          {...table}
          {...{ resource, state }}
          pages={page.meta.total_page}
          mayMove={can(me, `u-${resource.area}`)}
        />
      ) : (
        <Suspense>
          <ListEmpty resource={resource} state={state} onClear={list.clear} />
        </Suspense>
      )}
      <Suspense fallback={<div className="pager" />}>
        <ListFoot
          state={state}
          total={list.error ? null : total}
          pages={page.meta.total_page}
          onSize={(size) => change({ per_page: size })}
          isSettled={!list.isPlaceholderData}
          onPage={(next, isTyping) => change({ page: next }, isTyping)}
        />
      </Suspense>
      {looked && (
        <Suspense>
          <QuickLook {...{ resource, rows }} row={looked} onLook={setLooked} />
        </Suspense>
      )}
      {overrides.Drawer && <overrides.Drawer {...{ resource, rows }} />}
    </div>
  )
}

const foundWords = (resource: Resource, total: number): string =>
  total === 0
    ? t('No {many} match', { many: t(resource.plural) })
    : t('{count} {things} found', { count: total, things: thingsOf(resource, total) })

const List = ({ resource, overrides }: { resource: Resource; overrides: ScreenOverrides }) => {
  const list = useList(resource)
  const { page, error, state, change, refetch, search } = list
  const [preferences, place] = usePreferences(resource.name)
  if (statusOf(error) === 403) return <AccessDenied />
  return (
    <>
      <Filters {...{ resource, overrides, state, change }} onClear={list.clear}>
        <ViewButton {...{ resource, preferences, place, search }} columns={columnsOf(resource, overrides)} />
      </Filters>
      {error && <LoadError message={error.message} onRetry={() => void refetch()} isSought />}
      {!page && !error && <PleaseWait />}
      <p className="away" role="status">
        {page && !error && !list.isStale && foundWords(resource, list.total)}
      </p>
      {page && !resource.isPerson && (
        <Suspense>
          <UnsavedDrafts resource={resource} />
        </Suspense>
      )}
      <Sheet {...{ resource, overrides, list, preferences }} />
    </>
  )
}

/** The list of a resource: everything from its declaration, with what the resource overrides. */
export const ListPage = ({ resource, overrides, title }: Screens) => {
  const me = useMe()
  const mayRead = maySee(me, resource.area)
  const addTo = can(me, `c-${resource.area}`) ? `/dashboard/${resource.name}/create` : undefined
  const label = t(resource.label)
  const { search } = useLocation()
  const { Head, Facts: OwnFacts = Facts } = overrides
  return (
    <>
      <PageHead
        title={title === undefined ? label : t(title)}
        facts={mayRead && <OwnFacts resource={resource} />}
        addTo={addTo}
        addLabel={t('Add {thing}', { thing: amid(label) })}
      >
        {resource.sheets &&
          (resource.sheets.modes ? ['c', 'r', 'u'] : ['r', 'u']).some((action) =>
            can(me, `${action}-${resource.area}`),
          ) && (
            <Link className="btn" to={{ pathname: `/dashboard/${resource.name}/spreadsheets`, search }}>
              {t(resource.sheets.modes && shownMoment() === null ? 'Export/Import' : 'Export')}
            </Link>
          )}
        {mayRead && Head && <Head resource={resource} />}
      </PageHead>
      {mayRead ? <List resource={resource} overrides={overrides} /> : <AccessDenied />}
    </>
  )
}
