import * as z from 'zod/mini'
import { saysSchema } from '../../ui-shared/api/says.ts'
import { api } from '../../ui-shared/api/client.ts'
import { writtenSchema } from '../../ui-shared/api/answers.ts'

const entrySchema = z.object({
  id: z.string(),
  kind: z.enum(['command', 'publish', 'begin', 'end']),
  resource: z.string(),
  verb: z.string(),
  label: z.string(),
  at: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  total: z.number(),
  done: z.number(),
  failed: z.number(),
  fields: z.array(z.string()),
  records: z.array(z.object({ id: z.number(), name: z.nullable(z.string()) })),
  person: z.nullable(z.object({ id: z.string(), name: z.string() })),
  isOwn: z.boolean(),
  mayCancel: z.boolean(),
  mayMove: z.boolean(),
  says: saysSchema,
})

/** What happens by itself at a moment: a command that somebody planned, or a moment that a record holds. */
export type Entry = z.infer<typeof entrySchema>

const listSchema = z.object({ data: z.array(entrySchema), isCut: z.boolean() })

const change = z.object({
  id: z.nullable(z.number()),
  version: z.nullable(z.number()),
  sent: z.record(z.string(), z.unknown()),
})

const detailSchema = z.object({ data: z.extend(entrySchema, { changes: z.array(change) }) })

/** An entry with what it sends of each record. */
export type Detail = z.infer<typeof detailSchema>['data']

export type CalendarAsked = { from: string; until: string; resource?: string; person?: string; state?: string }

/** What happens between two moments, in order. */
export const readCalendar = (query: CalendarAsked, signal: AbortSignal) =>
  api.get('/schedule', { as: listSchema, query, signal })

/** One planned command. @throws ApiError when it is not there, or not for whoever asks */
export const readPlanned = async (id: string, signal?: AbortSignal): Promise<Detail> =>
  (await api.get(`/schedule/${id}`, { as: detailSchema, ...(signal ? { signal } : {}) })).data

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
