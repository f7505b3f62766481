import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Resource } from '../../../domain/resource.ts'
import type { Draft } from '../../../ui-shared/drafts.ts'
import { showError } from '../../../ui-shared/overlay/alert.tsx'

/**
 * What the address names as planned (`?planned=`), for the form of a person, of whom no device keeps drafts: `undefined` while it is
 * read, null where there is none.
 */
export const usePlanned = (resource: Resource, record: number | null): Draft | null | undefined => {
  const [parameters] = useSearchParams()
  // Asked for once, whatever the address becomes.
  const [id] = useState(resource.isPerson ? (parameters.get('planned') ?? '') : '')
  const { data } = useQuery({
    queryKey: ['planned', resource.name, record, id],
    queryFn: async ({ signal }) => {
      try {
        return await (await import('../../schedule/open-draft.ts')).plannedDraft({ resource, record, id }, signal)
      } catch (error) {
        if (!signal.aborted) showError(error)
        return null
      }
    },
    enabled: id !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return id === '' ? null : data
}
