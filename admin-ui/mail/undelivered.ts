import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { pageOf } from '../../ui-shared/api/answers.ts'
import { saysSchema } from '../../ui-shared/api/says.ts'
import { api } from '../../ui-shared/api/client.ts'
import type { Query } from '../../ui-shared/api/typed.ts'

const mailSchema = z.object({
  id: z.string(),
  kind: z.string(),
  to: z.nullable(z.string()),
  state: z.enum(['waiting', 'failed', 'lost']),
  tries: z.number(),
  failure: saysSchema,
  detail: z.nullable(z.string()),
  createdAt: z.string(),
  nextTryAt: z.nullable(z.string()),
  isResendable: z.boolean(),
})
/** A mail that did not go out. */
export type Undelivered = z.infer<typeof mailSchema>

const pageSchema = z.extend(pageOf(mailSchema), {
  meta: z.object({ total_page: z.number(), total_item: z.number(), resendable: z.number() }),
})
const askEvery = 2_000

/** A page of them. */
export const undeliveredQuery = (query: Query) =>
  queryOptions({
    queryKey: ['undelivered', query],
    queryFn: ({ signal }) => api.get('/utility/mail', { query, as: pageSchema, signal }),
  })

/** Asks for such a page, and again while one of them waits to be sent. */
export const useUndelivered = (query: Query, isAsked = true) =>
  useQuery({
    ...undeliveredQuery(query),
    placeholderData: keepPreviousData,
    enabled: isAsked,
    refetchInterval: ({ state }) => (state.data?.data.some((mail) => mail.state === 'waiting') ? askEvery : false),
  })

const sentSchema = z.object({ message: z.string(), id: z.string() })

/** Sends one again, or all. Answers the server's sentence. */
export const resend = (id?: string) =>
  api.post('/utility/mail/resend', { body: id === undefined ? {} : { id }, as: sentSchema })
