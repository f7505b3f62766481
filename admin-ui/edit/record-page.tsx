import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Resource } from '../../domain/resource.ts'
import { t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { AccessDenied, LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { listPath } from '../list/remembered.ts'
import type { Row } from '../list/row.ts'
import type { ScreenOverrides } from '../list/screen.ts'
import { PageHead } from '../shell/page-head.tsx'
import { formOf } from '../forms.ts'
import { useExisting } from './existing.tsx'
import { RecordScreen } from './record-screen.tsx'
import { fetchRecord } from './save/record-query.ts'

/** What the address of a new record says in the place of a key. */
export const newKey = 'create'

// A record that the address names by this word; it is asked for once, whatever the address becomes.
const useNamed = (resource: Resource, wanted: string) => {
  const [key] = useState(wanted)
  const { data, error, refetch } = useQuery({
    queryKey: [resource.name, 'record', key],
    queryFn: ({ signal }) => fetchRecord(resource, key, signal),
    enabled: key !== '',
    gcTime: 0,
  })
  return { data, error, refetch, isLoading: key !== '' && !data }
}

// A new record may be like another one (`?like=7`), or stand below one (`create/7`, `?parent=7`).
const useBeginning = (resource: Resource, parentKey: string) => {
  const [parameters] = useSearchParams()
  const like = useNamed(resource, resource.isDuplicable ? (parameters.get('like') ?? '') : '')
  const parent = useNamed(resource, resource.fields.parent ? parentKey || (parameters.get('parent') ?? '') : '')
  const refetch = () => {
    for (const one of [like, parent]) if (one.error) void one.refetch()
  }
  return {
    like: like.data,
    parent: parent.data,
    error: like.error ?? parent.error,
    refetch,
    isLoading: like.isLoading || parent.isLoading,
  }
}

const useNew = (resource: Resource, isNew: boolean, parentKey: string) => {
  const me = useMe()
  const { like, parent, error, refetch, isLoading } = useBeginning(resource, parentKey)
  const { title } = formOf(resource)
  const head = { title: title ? t(title) : t('Create {thing}', { thing: t(resource.label) }) }
  const screen = { head, row: null, like, parent, isDisabled: false }
  if (!isNew) return { screen: null, instead: null }
  if (!can(me, `c-${resource.area}`))
    return {
      screen: null,
      instead: (
        <>
          <PageHead {...head} backTo={listPath(resource.name)} backLabel={t(resource.label)} />
          <AccessDenied />
        </>
      ),
    }
  if (error) return { screen: null, instead: <LoadError message={error.message} onRetry={refetch} /> }
  return isLoading ? { screen: null, instead: <PleaseWait /> } : { screen, instead: null }
}

type Props = {
  resource: Resource
  overrides: ScreenOverrides
  /** The slug or id of the record; `create` for a new one. */
  recordKey: string
  parentKey?: string
  /** Takes the address to a record that was new until it was saved here. */
  onMade?: (row: Row) => Promise<void>
}

/** The screen of a record or of a new one. It stays as it is when what was new is saved and gets an address of its own. */
export const RecordPage = ({ resource, overrides, recordKey, parentKey = '', onMade }: Props) => {
  const isNew = recordKey === newKey && !resource.isSingleton
  const begun = useNew(resource, isNew, parentKey)
  const there = useExisting({ resource, overrides, recordKey: isNew ? '' : recordKey })
  const { screen, instead } = isNew ? begun : there
  return screen ? <RecordScreen {...{ resource, overrides, onMade }} {...screen} /> : instead
}
