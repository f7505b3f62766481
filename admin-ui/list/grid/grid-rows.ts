import type { QueryClient } from '@tanstack/react-query'
import { queryOptions } from '@tanstack/react-query'
import type { Resource } from '../../../domain/resource.ts'
import { api } from '../../../ui-shared/api/client.ts'
import { statusOf } from '../../../ui-shared/api/error.ts'
import { valuesOf } from '../../edit/form-values.ts'
import { fetchRecord } from '../../edit/save/record-query.ts'
import { pageQuery } from '../list-query.ts'
import { type Row, rowsSchema } from '../row.ts'
import { readListState } from '../use-list-state.ts'
import { mostRows } from './grid-fields.ts'
import type { GridRow } from './grid-state.ts'

/** A record as the grid holds it. */
export const gridRowOf = (resource: Resource, row: Row): GridRow => ({
  id: row.id,
  version: row.version,
  row,
  values: valuesOf(resource, row),
})

/** The ids that the address of a grid names, none where it is of all that the list shows; null where one is no id: it would be taken for that. */
export const idsIn = (query: URLSearchParams): number[] | null => {
  const ids = [...new Set(query.get('ids')?.split('.').map(Number) ?? [])]
  return ids.every((id) => Number.isSafeInteger(id) && id > 0) ? ids : null
}

// The list may have moved on since the address was made: what it does not show any more is read by itself.
const readOne = (resource: Resource, id: number, signal: AbortSignal): Promise<Row | null> =>
  fetchRecord(resource, id, signal).catch((error: unknown) => {
    if (statusOf(error) === 404) return null
    throw error
  })

const read = async (resource: Resource, search: string, signal: AbortSignal): Promise<Row[]> => {
  const query = new URLSearchParams(search)
  const ids = idsIn(query)?.slice(0, mostRows) ?? []
  const { data } = await api.get(`/${resource.name}`, {
    query: pageQuery(resource, readListState(query, resource)),
    as: rowsSchema,
    signal,
  })
  if (ids.length === 0) return data.slice(0, mostRows)
  const others = ids.filter((id) => !data.some((row) => row.id === id))
  const rest = await Promise.all(others.map((id) => readOne(resource, id, signal)))
  return [...data.filter(({ id }) => ids.includes(id)), ...rest.filter((row) => row !== null)]
}

/** The records that the address of a grid names, in the order of their list. */
export const gridQuery = (resource: Resource, search: string) =>
  queryOptions({
    queryKey: [resource.name, 'grid', search],
    queryFn: async ({ signal }) => (await read(resource, search, signal)).map((row) => gridRowOf(resource, row)),
    // Each opening begins with what is there now.
    gcTime: 0,
  })

/** Has everything that shows records of a resource read anew. */
export const readAnew = (client: QueryClient, resource: Resource): Promise<void> =>
  client.invalidateQueries({ queryKey: [resource.name] })
