import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import '../styles/edit.css'
import type { Resource } from '../../domain/resource.ts'
import { statusOf } from '../../ui-shared/api/error.ts'
import { t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/me.ts'
import { useMe } from '../../ui-shared/session.ts'
import { AccessDenied, EmptyState, LoadError, PleaseWait, StatusChip } from '../../ui-shared/states.tsx'
import { listPath } from '../list/remembered.ts'
import { type Row, titleOf } from '../list/row.ts'
import type { ScreenOverrides } from '../list/screen.ts'
import { PageHead } from '../shell/page-head.tsx'
import { type FormValues, valuesOf } from './form-values.ts'
import { PreviewButton } from './preview.tsx'
import { Rail } from './rail.tsx'
import { RecordActions } from './record-actions.tsx'
import { RecordForm } from './record-form.tsx'
import { draftPlace, useKeptDraft } from './use-draft.ts'
import { type Base, fetchRecord } from './use-save.ts'
import { preloadWidgets } from './widgets.tsx'

type Shared = { resource: Resource; overrides: ScreenOverrides }

const RecordFacts = ({ row, path }: { row: Row; path: string | null }) => (
  <>
    <StatusChip deletedAt={row.deletedAt} />
    {path && <span className="mono dim">{path}</span>}
  </>
)

// The record as it was when the form opened; a reload in the background must not move what is being typed over.
const useOpened = (resource: Resource, row: Row): Base => {
  const [base] = useState<Base>(() => ({ id: row.id, version: row.version ?? null, values: valuesOf(resource, row) }))
  return base
}

const Opened = ({ resource, overrides, row }: Shared & { row: Row }) => {
  const me = useMe()
  const base = useOpened(resource, row)
  const place = draftPlace(resource, me?.id, row.id)
  const draft = useKeptDraft(place)
  const values = useRef<FormValues>(base.values)
  const release = useRef(async () => {})
  const label = t(resource.label)
  return (
    <>
      <PageHead
        title={titleOf(row)}
        tab={t('Edit {thing}', { thing: label })}
        facts={<RecordFacts row={row} path={overrides.publicPath?.(row) ?? null} />}
        backTo={listPath(resource.name)}
        backLabel={label}
      >
        {overrides.hasPreview && <PreviewButton read={() => values.current} />}
        <RecordActions resource={resource} row={row} beforeLeaving={() => release.current()} />
      </PageHead>
      {draft === undefined ? (
        <PleaseWait />
      ) : (
        <RecordForm
          resource={resource}
          overrides={overrides}
          base={base}
          row={row}
          draft={draft}
          place={place}
          isDisabled={!can(me, `u-${resource.area}`)}
          aside={<Rail resource={resource} row={row} />}
          onValues={(now) => {
            values.current = now
          }}
          onReady={(letGo) => {
            release.current = letGo
          }}
        />
      )}
    </>
  )
}

const Missing = ({ resource }: { resource: Resource }) => (
  <>
    <PageHead title={t('Not found')} backTo={listPath(resource.name)} backLabel={t(resource.label)} />
    <EmptyState title={t('There is no such {thing}', { thing: t(resource.label).toLowerCase() })}>
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
    queryFn: ({ signal }) => fetchRecord(resource.name, recordKey, signal),
    enabled: mayRead,
    // What was read before somebody else saved would only make the save stale.
    gcTime: 0,
  })
  if (!mayRead || statusOf(error) === 403) return <AccessDenied />
  if (statusOf(error) === 404) return <Missing resource={resource} />
  if (data) return <Opened key={data.id} resource={resource} overrides={overrides} row={data} />
  if (error) return <LoadError message={error.message} onRetry={() => void refetch()} />
  return <PleaseWait />
}
