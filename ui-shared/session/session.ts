import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, createElement, type ReactNode, useContext, useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { fetchMe, type Me } from './me.ts'

export const meQuery = { queryKey: ['me'], queryFn: fetchMe, staleTime: 60_000 }

/** Who is signed in, for route loaders: from the cache when it is fresh. */
export const loadMe = (client: QueryClient): Promise<Me | null> => client.fetchQuery(meQuery)

const MeContext = createContext<Me | null>(null)

/** Tells all that is drawn within who is signed in. One watches for all of them: a form has thirty parts that ask. */
export const MeProvider = ({ children }: { children: ReactNode }) => {
  const client = useQueryClient()
  const { pathname } = useLocation()
  const me = useQuery(meQuery).data ?? null
  // What somebody may do is news on the next screen, also where nothing is heard of it meanwhile.
  useEffect(() => {
    if (pathname) void client.prefetchQuery(meQuery)
  }, [client, pathname])
  return createElement(MeContext.Provider, { value: me }, children)
}

/** Who is signed in; null when nobody is or before it is known (the apps' root loaders ask before the first screen). */
export const useMe = (): Me | null => useContext(MeContext)
