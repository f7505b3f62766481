import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { chartPersonSchema } from '../../domain/people/chart-person.ts'
import { api } from '../api/client.ts'

const answer = z.object({ data: z.array(chartPersonSchema), meta: z.object({ has_more: z.boolean() }) })

/** Whose lines on which day: around somebody (`id`), a page of who is right below (`above`), or a page of whom nobody leads. Empty: not said. */
export type ChartAsked = { id?: string; above?: string; page?: number; at?: string }

/** A part of the chart. */
export const askChart = async ({ id, above, page = 1, at }: ChartAsked, signal: AbortSignal) => {
  const query = { ...(id && { id }), ...(above && { above }), ...(page > 1 && { page }), ...(at && { at }) }
  const { data: people, meta } = await api.get('/employee/chart', { query, as: answer, signal })
  return { people, hasMore: meta.has_more }
}

/** The same, kept as long as it is looked at. */
export const chartQuery = (asked: ChartAsked) =>
  queryOptions({
    queryKey: ['employee', 'chart', asked.at ?? '', asked.id ?? '', asked.above ?? '', asked.page ?? 1],
    queryFn: ({ signal }) => askChart(asked, signal),
  })
