import { queryOptions, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { oneOf } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'

const summarySchema = z.object({
  from: z.string(),
  to: z.string(),
  days: z.array(z.object({ day: z.string(), signedIn: z.number(), failed: z.number() })),
  resources: z.array(z.object({ resource: z.string(), count: z.number() })),
})
/** The last days, as the trail counts them; `from` and `to` are its days, `day` is 2026-11-22. */
export type Summary = z.infer<typeof summarySchema>

/** Sign-ins by day and changes by resource. */
export const summaryQuery = queryOptions({
  queryKey: ['activity', 'summary'],
  queryFn: ({ signal }) => api.get('/utility/activity_log/summary', { as: oneOf(summarySchema), signal }),
})

/** Asks for it where the trail may be read. */
export const useSummary = (isAsked: boolean) => useQuery({ ...summaryQuery, enabled: isAsked })

const totalsSchema = z.array(z.object({ resource: z.string(), active: z.number(), inactive: z.number() }))
/** How many records there are, of each resource that one may read. */
export type AllTotals = z.infer<typeof totalsSchema>

/** Totals of all resources in one call. */
export const totalsQuery = queryOptions({
  queryKey: ['totals'],
  queryFn: ({ signal }) => api.get('/utility/totals', { as: oneOf(totalsSchema), signal }),
})

/** The trail with these filters: every number of the dashboard leads to the entries that it counts. */
export const trailOf = (filters: Readonly<Record<string, string>>): string =>
  `/dashboard/activity_trail?${new URLSearchParams(filters).toString()}`
