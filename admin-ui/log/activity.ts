import { keepPreviousData, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { pageOf } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'

const text = z._default(z.nullable(z.string()), '')

/** One entry of the activity feed (spec/1 §3). */
const entrySchema = z.looseObject({
  userName: text,
  userType: text,
  actionDesc: text,
  actionType: text,
  modelAffected: text,
  modelID: z.optional(z.nullable(z.union([z.string(), z.number()]))),
  createdAt: z.string(),
})
export type ActivityEntry = z.infer<typeof entrySchema>

const feedSchema = pageOf(entrySchema)

/** A page of the activity feed; `type` is Login, Error … or empty for all. */
export const useActivity = (query: { page: number; per_page: number; type?: string }) =>
  useQuery({
    queryKey: ['activity', query],
    queryFn: ({ signal }) => api.get('/utility/activity_log', { query, as: feedSchema, signal }),
    placeholderData: keepPreviousData,
  })
