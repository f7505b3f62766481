import * as z from 'zod/mini'
import { detailSchema, entrySchema } from '../../domain/schedule/entry.ts'
import { api } from '../../ui-shared/api/client.ts'
import { oneOf, writtenSchema } from '../../ui-shared/api/answers.ts'

const listSchema = z.object({ data: z.array(entrySchema), isCut: z.boolean() })

/** An entry with what it sends of each record. */
export type Detail = z.infer<typeof detailSchema>

export type CalendarAsked = { from: string; until: string; resource?: string; person?: string; state?: string }

/** What happens between two moments, in order. */
export const readCalendar = (query: CalendarAsked, signal: AbortSignal) =>
  api.get('/schedule', { as: listSchema, query, signal })

/** One planned command. @throws ApiError when it is not there, or not for whoever asks */
export const readPlanned = async (id: string, signal?: AbortSignal): Promise<Detail> =>
  (await api.get(`/schedule/${id}`, { as: oneOf(detailSchema), ...(signal ? { signal } : {}) })).data

const plannedSchema = z.object({
  message: z.string(),
  data: z.object({
    schedule: z.string(),
    at: z.string(),
    warning: z.optional(
      z.object({
        message: z.string(),
        id: z.string(),
        values: z.record(z.string(), z.union([z.string(), z.number()])),
      }),
    ),
  }),
})

export type Plan = {
  resource: string
  verb: string
  at: string
  ids?: readonly number[]
  version?: number
  sent?: Readonly<Record<string, unknown>>
}

/** Has something done at a moment; answers its id, and what would be in the way as things stand. */
export const plan = async (body: Plan) => (await api.post('/schedule', { body, as: plannedSchema })).data

export const cancelPlanned = (id: string) => api.post(`/schedule/${id}/cancel`, { as: writtenSchema })

export const movePlanned = (id: string, at: string) =>
  api.post(`/schedule/${id}/move`, { body: { at }, as: writtenSchema })
