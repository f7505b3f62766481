import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Option, optionsSchema } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import type { Query } from '../../ui-shared/api/typed.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { entries } from '../resources.ts'
import { isOnlyAuditor } from '../shell/may-see.ts'

const load = async (resource: string, query: Query, signal: AbortSignal): Promise<Option[]> => {
  const known = entries.find(({ name }) => name === resource)
  return known ? (await api.get(`/utility/${known.options}`, { query, as: optionsSchema, signal })).data : []
}

const asking = (resource: string, query: Query) => ({
  queryKey: [resource, 'options', query],
  queryFn: ({ signal }: { signal: AbortSignal }) => load(resource, query, signal),
  staleTime: 30_000,
})

// A short list is quicker to read than to search, and needs nothing loaded.
export const searchFrom = 12

/** So many are offered at once. Of more the server looks for what is typed. */
export const mostOffered = 100

/** What a reference to a resource can be (T5): the first by name, or those that hold a keyword; one more than are offered. */
export const useOptions = (resource: string, isWanted = true, keyword = '') => {
  const me = useMe()
  return useQuery({
    ...asking(resource, { limit: mostOffered + 1, ...(keyword && { keyword }) }),
    // Whoever only looks chooses nothing.
    enabled: isWanted && !isOnlyAuditor(me),
    placeholderData: keepPreviousData,
  })
}

/** Asks for those of at most 100 records, by id, that a reference can be. */
export const optionsOfQuery = (resource: string, ids: readonly string[]) =>
  asking(resource, { ids: ids.slice(0, 100).join() })

/** The options of these ids; asks for nothing when there are none. */
export const useOptionsOf = (resource: string, ids: readonly string[]) =>
  useQuery({ ...optionsOfQuery(resource, ids), enabled: ids.length > 0 })
