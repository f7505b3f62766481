import { queryOptions } from '@tanstack/react-query'
import type { Resource } from '../../../domain/resource.ts'
import { oneOf } from '../../../ui-shared/api/answers.ts'
import { api } from '../../../ui-shared/api/client.ts'
import { type Row, rowSchema } from '../../list/row.ts'

const recordSchema = oneOf(rowSchema)

/** Where a record is read and written. */
export const pathOf = ({ name, isSingleton }: Resource, key: string | number): string =>
  isSingleton ? `/${name}` : `/${name}/${encodeURIComponent(key)}`

/** The record as it is now. */
export const fetchRecord = async (resource: Resource, key: string | number, signal?: AbortSignal): Promise<Row> =>
  (await api.get(pathOf(resource, key), { as: recordSchema, ...(signal ? { signal } : {}) })).data

/** The record of a screen, by slug or id. */
export const recordQuery = (resource: Resource, key: string) =>
  queryOptions({
    queryKey: [resource.name, 'record', key],
    queryFn: ({ signal }) => fetchRecord(resource, key, signal),
    // What was read before somebody else saved would only make the save stale.
    gcTime: 0,
    meta: { isHeld: true },
  })
