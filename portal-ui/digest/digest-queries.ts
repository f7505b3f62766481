import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { oneOf } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'

const choiceSchema = z.object({ frequency: z.enum(['never', 'daily', 'weekly']), categories: z.array(z.number()) })
const doneSchema = z.object({ message: z.string() })

/** How often one is told of new posts by mail, and of which categories; of all where there is none. */
export type Choice = z.infer<typeof choiceSchema>

export const choiceQuery = queryOptions({
  staleTime: 30_000,
  queryKey: ['me', 'digest'],
  queryFn: async ({ signal }) => (await api.get('/me/digest', { as: oneOf(choiceSchema), signal })).data,
})

export const keepChoice = (body: Choice): Promise<{ message: string }> =>
  api.put('/me/digest', { body, as: doneSchema })

/** Ends the mails of whoever has the link. */
export const unsubscribe = (token: string): Promise<{ message: string }> =>
  api.post(`/digest/unsubscribe/${encodeURIComponent(token)}`, { as: doneSchema })
