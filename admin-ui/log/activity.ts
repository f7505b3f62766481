import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { saysSchema } from '../../ui-shared/api/says.ts'
import { api } from '../../ui-shared/api/client.ts'
import type { Query } from '../../ui-shared/api/typed.ts'

const text = z._default(z.nullable(z.string()), '')

/** One entry of the activity feed (docs/specification/wire.md#fields). */
const entrySchema = z.looseObject({
  id: z.string(),
  userName: text,
  userType: text,
  userId: text,
  actionDesc: text,
  says: saysSchema,
  actionType: text,
  modelAffected: text,
  modelID: z.optional(z.nullable(z.union([z.string(), z.number()]))),
  recordName: z.optional(z.nullable(z.string())),
  changedLabels: z.optional(z.array(z.string())),
  job: z.optional(z.nullable(z.object({ id: z.string(), count: z.number() }))),
  proposer: z.optional(z.object({ name: z.string() })),
  address: z.optional(z.nullable(z.string())),
  createdAt: z.string(),
  level: z.optional(z.string()),
  requestId: z.optional(z.nullable(z.string())),
})
export type ActivityEntry = z.infer<typeof entrySchema>

const feedSchema = z.object({
  data: z.array(entrySchema),
  meta: z.object({ total_page: z.number(), total_item: z.number(), isMore: z.optional(z.boolean()) }),
})

/** A page of the activity feed; with the type Error it is the debug log. */
export const activityQuery = (query: Query) =>
  queryOptions({
    queryKey: ['activity', query],
    queryFn: ({ signal }) => api.get('/utility/activity_log', { query, as: feedSchema, signal }),
  })

/** Asks for such a page; the one before stays until it is there. */
export const useActivity = (query: Query, isAsked = true) =>
  useQuery({ ...activityQuery(query), placeholderData: keepPreviousData, enabled: isAsked })

export const changeSchema = z.object({
  field: z.string(),
  label: z.string(),
  from: z.optional(z.unknown()),
  to: z.optional(z.unknown()),
  isSecret: z.optional(z.boolean()),
  isPersonal: z.optional(z.boolean()),
})
export type EntryChange = z.infer<typeof changeSchema>

const entryAnswer = z.object({
  data: z.object({ changes: z.nullable(z.array(changeSchema)), reason: z.nullable(z.string()) }),
  names: z.catchall(z.object({}), z.string()),
})

/** What an entry changed; null for those who may not read its record. */
export const useEntryChanges = (id: string) =>
  useQuery({
    queryKey: ['activity', 'entry', id],
    queryFn: ({ signal }) =>
      api.get(`/utility/activity_log/${id}`, {
        as: entryAnswer,
        signal,
      }),
    // What happened stays as it was.
    staleTime: Number.POSITIVE_INFINITY,
  })
