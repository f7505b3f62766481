import { useQuery } from '@tanstack/react-query'
import { resources } from '../../domain/catalog.ts'
import { type Option, optionsSchema } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'

const load = async (resource: string, signal: AbortSignal): Promise<Option[]> => {
  const known = resources.find(({ name }) => name === resource)
  return known ? (await api.get(`/utility/${known.options}`, { as: optionsSchema, signal })).data : []
}

/** Asks what a reference to the resource can be. */
export const optionsQuery = (resource: string) => ({
  queryKey: [resource, 'options'],
  queryFn: ({ signal }: { signal: AbortSignal }) => load(resource, signal),
  staleTime: 30_000,
})

// A short list is quicker to read than to search, and needs nothing loaded.
export const searchFrom = 12

/** What a reference to a resource can be (spec/decisions T5). */
export const useOptions = (resource: string, isWanted = true) =>
  useQuery({ ...optionsQuery(resource), enabled: isWanted })
