import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Resource } from '../../domain/resource.ts'
import { t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { AccessDenied, LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import type { ScreenOverrides } from '../list/screen.ts'
import { listPath } from '../list/remembered.ts'
import { PageHead } from '../shell/page-head.tsx'
import { formOf } from '../forms.ts'
import { RecordScreen } from './record-screen.tsx'
import { fetchRecord } from './save/use-save.ts'
import { preloadWidgets } from './fields/widgets.tsx'

/** The record that the address says a new one is like (`?like=7`); nothing where none is. */
const useLike = (resource: Resource) => {
  const [parameters] = useSearchParams()
  const id = resource.isDuplicable ? (parameters.get('like') ?? '') : ''
  const { data, error, refetch } = useQuery({
    queryKey: [resource.name, 'record', id],
    queryFn: ({ signal }) => fetchRecord(resource, id, signal),
    enabled: id !== '',
    gcTime: 0,
  })
  return { like: data, error, refetch, isLoading: id !== '' && !data }
}

/** The screen for a new record. */
export const CreatePage = ({ resource, overrides }: { resource: Resource; overrides: ScreenOverrides }) => {
  const me = useMe()
  useEffect(() => preloadWidgets(resource), [resource])
  const { like, error, refetch, isLoading } = useLike(resource)
  const { title } = formOf(resource)
  const head = { title: title ? t(title) : t('Create {thing}', { thing: t(resource.label) }) }
  if (!can(me, `c-${resource.area}`)) {
    return (
      <>
        <PageHead {...head} backTo={listPath(resource.name)} backLabel={t(resource.label)} />
        <AccessDenied />
      </>
    )
  }
  if (error) return <LoadError message={error.message} onRetry={() => void refetch()} />
  if (isLoading) return <PleaseWait />
  return <RecordScreen key={like?.id} {...{ resource, overrides, like, head }} row={null} isDisabled={false} />
}
