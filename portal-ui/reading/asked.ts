import { queryOptions, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type Written, writtenSchema } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import { currentLocale } from '../../ui-shared/i18n.ts'
import { useMe } from '../../ui-shared/session/session.ts'

const toReadSchema = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  last_day: z.nullable(z.string()),
  round: z.number(),
  version: z.number(),
  receipt: z.nullable(z.number()),
  read_at: z.nullable(z.string()),
})

/** A post that one is asked to read; `receipt` and `read_at` are null until one said that one has. */
export type ToRead = z.infer<typeof toReadSchema>

// Asked anew whenever a post changes.
export const toReadQuery = queryOptions({
  staleTime: 30_000,
  queryKey: ['post', 'to-read'],
  queryFn: async ({ signal }) =>
    (await api.get('/utility/to_read', { as: z.object({ data: z.array(toReadSchema) }), signal })).data,
})

/** A day of the calendar in words. Written here: what the first screens share holds nothing for what most houses never switch on. */
export const dayWords = (day: string): string =>
  new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

/** The posts that one is asked to read. Staff who preview the portal are asked nothing. */
export const useToRead = () => useQuery({ ...toReadQuery, enabled: useMe()?.type === 'employee' })

/** Says that one has read a post, in the round that was asked for and the version that was shown. */
export const sayRead = ({ id, round }: ToRead, version: number): Promise<Written> =>
  api.post(`/post/${id}/receipt`, { body: { round, version }, as: writtenSchema })

/** Takes back that one has, and takes that back in turn. */
export const takeBack = (receipt: number): Promise<Written> => api.delete(`/receipt/${receipt}`, { as: writtenSchema })
export const sayAgain = (receipt: number): Promise<Written> =>
  api.post(`/receipt/${receipt}/undo`, { as: writtenSchema })
