import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Resource } from '../../domain/resource.ts'
import { api } from '../../ui-shared/api/client.ts'
import { type ListState, matchQuery } from './use-list-state.ts'
import { rowsSchema } from './row.ts'

/** What a page of a list asks the server. */
export const pageQuery = (resource: Resource, state: ListState) => ({
  page: state.page,
  per_page: state.per_page,
  sort: state.sort,
  ...matchQuery(state, resource),
})

/** One page of a list, as it is asked for and kept. */
export const rowsQuery = (resource: Resource, state: ListState) => {
  const query = pageQuery(resource, state)
  return queryOptions({
    queryKey: [resource.name, 'list', query],
    queryFn: ({ signal }) => api.get(`/${resource.name}`, { query, as: rowsSchema, signal }),
  })
}

/** One page of a list. After a failed load the rows of the load before stay (X15). */
export const useRows = (resource: Resource, state: ListState) => {
  const result = useQuery({ ...rowsQuery(resource, state), placeholderData: keepPreviousData })
  const [last, setLast] = useState(result.data)
  useEffect(() => {
    if (result.data) setLast(result.data)
  }, [result.data])
  return {
    ...result,
    page: result.data ?? last,
    isStale: result.isPlaceholderData || (result.isError && last !== undefined),
  }
}

const totalOf = async ({ name, list }: Resource, status: string, signal: AbortSignal): Promise<number> => {
  const query = { page: 1, per_page: 1, fields: 'id', status, ...list.where }
  return (await api.get(`/${name}`, { query, as: rowsSchema, signal })).meta.total_item
}

/** How many records there are and how many of them are inactive. */
export const useTotals = (resource: Resource) =>
  useQuery({
    queryKey: [resource.name, 'totals', resource.list.where],
    queryFn: async ({ signal }) => {
      const [total, inactive] = await Promise.all([
        totalOf(resource, '', signal),
        totalOf(resource, 'inactive', signal),
      ])
      return { total, inactive }
    },
  })
