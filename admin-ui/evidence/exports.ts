import { keepPreviousData, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { oneOf } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'

const nullable = z.nullable(z.string())

const exportSchema = z.object({
  id: z.string(),
  kind: z.enum(['all', 'days', 'positions', 'record', 'person']),
  from: nullable,
  to: nullable,
  resource: nullable,
  record: z.nullable(z.number()),
  name: nullable,
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled', 'gone']),
  events: z.nullable(z.number()),
  written: z.number(),
  bytes: z.nullable(z.number()),
  problem: nullable,
  startedAt: z.string(),
})

/** An evidence package that one asked for. */
export type EvidenceExport = z.infer<typeof exportSchema>

/** What a package is to be of, by the names of the call; empty where it means nothing. */
export type Asked = {
  kind: EvidenceExport['kind']
  from: string
  to: string
  first: string
  last: string
  resource: string
  record: string
}

// The call refuses nothing that is empty, and an address without it is shorter.
const sentOf = ({ kind, ...asked }: Asked) => ({
  kind,
  ...Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== '')),
})

/** One's own packages, the newest first; asked again while one is being made. */
export const useExports = (isAsked: boolean) =>
  useQuery({
    queryKey: ['evidence'],
    queryFn: ({ signal }) => api.get('/evidence', { as: z.object({ data: z.array(exportSchema) }), signal }),
    enabled: isAsked,
    refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? 700 : false),
  })

/** True while a package is being made. */
export const isUnderWay = ({ state }: EvidenceExport): boolean => state === 'waiting' || state === 'running'

/** How many events a package would have. */
export const useSize = (asked: Asked, isAsked: boolean) =>
  useQuery({
    queryKey: ['evidence', 'size', asked],
    queryFn: ({ signal }) =>
      api.get('/evidence/size', { query: sentOf(asked), as: oneOf(z.object({ events: z.number() })), signal }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    retry: false,
  })

/** Begins a package. @throws ApiError in words */
export const startExport = (asked: Asked): Promise<unknown> =>
  api.post('/evidence', { body: sentOf(asked), as: z.object({ message: z.string() }) })

/** Cancels one that is being made. */
export const cancelExport = (id: string): Promise<unknown> =>
  api.post(`/evidence/${id}/cancel`, { as: z.object({ message: z.string() }) })

/** Where a package is fetched. */
export const packageAddress = (id: string): string => `/api/evidence/${id}/package`
