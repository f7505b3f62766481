import { QueryClient } from '@tanstack/react-query'
import { statusOf } from './api/error.ts'

// Only what a second try can cure: no answer, or a server that is not ready.
const isPassing = (error: unknown): boolean => {
  const status = statusOf(error)
  return status === 0 || (status !== undefined && status >= 500)
}

/** The cache of server reads of one app. Reads are tried again on network and server trouble, writes never. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // A call without a connection fails with a sentence instead of waiting in silence for one.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (count, error) => count < 2 && isPassing(error),
        staleTime: 10_000,
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
