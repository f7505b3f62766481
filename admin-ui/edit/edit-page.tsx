import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { areas } from '../../domain/permission.ts'
import type { Resource } from '../../domain/resource.ts'
import { statusOf } from '../../ui-shared/api/error.ts'
import { amid, t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { AccessDenied, EmptyState, LoadError, PleaseWait, StatusChip, useLate } from '../../ui-shared/states.tsx'
import { listPath, wayBack } from '../list/remembered.ts'
import { type Row, titleOf } from '../list/row.ts'
import { publicPathOf, type ScreenOverrides } from '../list/screen.ts'
import { PageHead } from '../shell/page-head.tsx'
import { PublishingWord } from '../publishing/publishing-word.tsx'
import { RecordActions } from '../verbs/record-actions.tsx'
import { formOf } from '../forms.ts'
import { Rail } from './rail.tsx'
import { RecordScreen } from './record-screen.tsx'
import { maySetAny } from './standing.ts'
import { fetchRecord } from './save/use-save.ts'
import { preloadWidgets } from './fields/widgets.tsx'

type Shared = { resource: Resource; overrides: ScreenOverrides }

const RecordFacts = ({ resource, row, path }: { resource: Resource; row: Row; path: string | null }) => (
  <>
    <StatusChip deletedAt={row.deletedAt} />
    <PublishingWord resource={resource} row={row} />
    {path && <span className="mono dim">{path}</span>}
  </>
)

const Opened = ({ resource, overrides, row }: Shared & { row: Row }) => {
  const me = useMe()
  const { aside: Aside, lock } = formOf(resource)
  const locked = lock?.(row, me) ?? null
  const head = resource.isSingleton
    ? { title: t(areas[resource.area ?? '']?.title ?? resource.label) }
    : {
        title: titleOf(row),
        tab: t('Edit {thing}', { thing: t(resource.label) }),
        facts: <RecordFacts resource={resource} row={row} path={publicPathOf(resource, overrides)?.(row) ?? null} />,
      }
  return (
    <RecordScreen
      {...{ resource, overrides, row, head }}
      isDisabled={locked !== null || !maySetAny(me, resource)}
      locked={locked}
      aside={
        <Rail resource={resource} row={row}>
          {Aside && <Aside resource={resource} row={row} />}
        </Rail>
      }
      actions={(release) => (
        <RecordActions {...{ resource, overrides, row }} back={listPath(resource.name)} beforeLeaving={release} />
      )}
    />
  )
}

// A screen without a record still says which it is, and how to go back.
const EditHead = ({ resource, title }: { resource: Resource; title?: string }) => (
  <PageHead title={title ?? t('Edit {thing}', { thing: t(resource.label) })} {...wayBack(resource)} />
)

// What comes at once takes the place of nothing; only a wait is named.
const Loading = ({ resource }: { resource: Resource }) => (
  <>
    {useLate(200) && <EditHead resource={resource} />}
    <PleaseWait />
  </>
)

const Missing = ({ resource }: { resource: Resource }) => (
  <>
    <EditHead resource={resource} title={t('Not found')} />
    <EmptyState title={t('There is no such {thing}', { thing: amid(t(resource.label)) })}>
      {t('It may have been deleted, or its address has changed.')}
    </EmptyState>
  </>
)

/** The edit screen of a record, addressed by slug or id. */
export const EditPage = ({ resource, overrides, recordKey }: Shared & { recordKey: string }) => {
  const me = useMe()
  useEffect(() => preloadWidgets(resource), [resource])
  const mayRead = can(me, `r-${resource.area}`)
  const { data, error, refetch } = useQuery({
    queryKey: [resource.name, 'record', recordKey],
    queryFn: ({ signal }) => fetchRecord(resource, recordKey, signal),
    enabled: mayRead,
    // What was read before somebody else saved would only make the save stale.
    gcTime: 0,
    meta: { isHeld: true },
  })
  const isDenied = !mayRead || statusOf(error) === 403
  if (statusOf(error) === 404) return <Missing resource={resource} />
  if (data && !isDenied) return <Opened key={data.id} resource={resource} overrides={overrides} row={data} />
  if (!isDenied && !error) return <Loading resource={resource} />
  return (
    <>
      <EditHead resource={resource} />
      {isDenied && <AccessDenied />}
      {error && !isDenied && <LoadError message={error.message} onRetry={() => void refetch()} />}
    </>
  )
}
