import { keepPreviousData, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { pageOf } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import { useHeard } from '../../ui-shared/live/use-heard.ts'
import type { Query } from '../../ui-shared/api/typed.ts'

const placesSchema = z.array(z.object({ id: z.number(), name: z.string() }))
const readingSchema = z.object({
  id: z.number(),
  version: z.number(),
  isAsked: z.boolean(),
  round: z.number(),
  last_day: z.nullable(z.string()),
  divisions: placesSchema,
  departements: placesSchema,
})

/** Whether employees are asked to read a post, until when, and of whom it is asked. */
export type Reading = z.infer<typeof readingSchema>

const answerSchema = z.object({
  data: z.nullable(readingSchema),
  meta: z.object({ name: z.string(), isOn: z.boolean() }),
})

/** Under the key of what is written, so that whatever is done to it is read anew. */
export const readingKey = 'reading'

/** What is asked of a post, what that is called, and whether any of it is switched on. */
export const useReading = (post: string, isAsked: boolean) =>
  useQuery({
    queryKey: [readingKey, post],
    queryFn: ({ signal }) => api.get(`/post/${post}/reading`, { as: answerSchema, signal }),
    enabled: isAsked,
  })

const readerSchema = z.object({
  id: z.number(),
  name: z.string(),
  division: z.nullable(z.string()),
  departement: z.nullable(z.string()),
  read_at: z.nullable(z.string()),
})

/** An employee who is asked; `read_at` is null until they have said it. */
export type PostReader = z.infer<typeof readerSchema>

const readersSchema = z.extend(pageOf(readerSchema), {
  meta: z.object({ total_page: z.number(), total_item: z.number(), asked: z.number(), read: z.number() }),
})

const everyReading = [readingKey]

/** A page of who is asked to read a post, by name; read anew when somebody says that they have. */
export const useReaders = (post: string, query: Query) => {
  useHeard('receipt', everyReading)
  return useQuery({
    queryKey: [readingKey, post, 'readers', query],
    queryFn: ({ signal }) => api.get(`/post/${post}/readers`, { query, as: readersSchema, signal }),
    placeholderData: keepPreviousData,
  })
}
