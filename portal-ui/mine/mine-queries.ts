import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { pageOf } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import type { ListAddress } from '../list-address.ts'

const text = z._default(z.nullable(z.string()), '')
const lineSchema = z.object({
  id: z.number(),
  item: z.nullable(z.object({ id: z.number() })),
  name: z.string(),
  quantity: z.nullable(z.number()),
  unit: z.string(),
  delivered: z.nullable(z.number()),
  remarks: z.string(),
})
const sentSchema = z.object({
  id: z.number(),
  slug: z.optional(z.string()),
  type: text,
  stage: z.string(),
  created_at: z.nullable(z.string()),
  lines: z._default(z.array(lineSchema), []),
  subject: text,
  message: text,
  job_data: z.optional(z.nullable(z.object({ slug: z.string(), name: z.string() }))),
  reason: text,
  timeline: z.array(z.object({ at: z.string(), stage: z.string(), note: z.string() })),
})

export type Sent = z.infer<typeof sentSchema>

/** The category of the address that shows applications; anything else shows requests. */
export const applications = 'applications'

/** The resource that an address of the own requests is about. */
export const resourceOf = ({ category }: Pick<ListAddress, 'category'>): 'request' | 'job_application' =>
  category === applications ? 'job_application' : 'request'

/** A page of what the employee has sent, the newest first, with its steps. */
export const mineQuery = ({ page, category }: Pick<ListAddress, 'page' | 'category'>) =>
  queryOptions({
    retryOnMount: false,
    queryKey: ['mine', resourceOf({ category }), page],
    queryFn: ({ signal }) =>
      api.get(`/${resourceOf({ category })}/mine`, { query: { page }, as: pageOf(sentSchema), signal }),
  })
