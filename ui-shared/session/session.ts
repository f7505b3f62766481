import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { fetchMe, type Me } from './me.ts'

export const meQuery = { queryKey: ['me'], queryFn: fetchMe, staleTime: 60_000 }

/** Who is signed in, for route loaders: from the cache when it is fresh. */
export const loadMe = (client: QueryClient): Promise<Me | null> => client.fetchQuery(meQuery)

/** Who is signed in; null when nobody is or before it is known (the apps' root loaders ask before the first screen). */
export const useMe = (): Me | null => useQuery(meQuery).data ?? null

/** The same for what is drawn many times within something that is told of changes: by itself it is told of none. */
export const useKnownMe = (): Me | null => useQueryClient().getQueryData<Me | null>(meQuery.queryKey) ?? null
