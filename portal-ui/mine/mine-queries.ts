import type { Answered, AnsweredPart, Values } from '../../domain/fields/values.ts'
import type { jobApplication } from '../../domain/resources/job_application.ts'
import type { request } from '../../domain/resources/request.ts'
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
} satisfies AnsweredPart<Values<typeof request.fields>['lines'][number]>)
const deliverySchema = z.object({
  id: z.number(),
  item: z.string(),
  delivered: z.number(),
  unit: z.string(),
} satisfies AnsweredPart<Values<typeof request.fields>['deliveries'][number]>)
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
  timeline: z.array(
    z.object({
      version: z.number(),
      at: z.string(),
      stage: z.string(),
      note: z.string(),
      deliveries: z.array(deliverySchema),
    }),
  ),
} satisfies Answered<typeof request.fields & typeof jobApplication.fields, 'timeline' | 'job_data'>)

/** Where something stands that is not decided yet: its employee may withdraw it. */
export const openStages: readonly string[] = ['submitted', 'shortlisted']

export type Sent = z.infer<typeof sentSchema>

/** The category of the address that shows applications; anything else shows requests. */
export const applications = 'applications'

/** The resource that an address of the own requests is about. */
export const resourceOf = ({ category }: Pick<ListAddress, 'category'>): 'request' | 'job_application' =>
  category === applications ? 'job_application' : 'request'

/** The application of the employee for a job that is not decided yet, or null (W9). */
export const openApplicationQuery = (job: number) =>
  queryOptions({
    retryOnMount: false,
    queryKey: ['mine', 'job_application', 'of', job],
    queryFn: async ({ signal }) => {
      const { data } = await api.get('/job_application/mine', { query: { job }, as: pageOf(sentSchema), signal })
      return data.find(({ stage }) => openStages.includes(stage)) ?? null
    },
  })

/** A page of what the employee has sent, the newest first, with its steps. */
export const mineQuery = ({ page, category }: Pick<ListAddress, 'page' | 'category'>) =>
  queryOptions({
    retryOnMount: false,
    queryKey: ['mine', resourceOf({ category }), page],
    queryFn: ({ signal }) =>
      api.get(`/${resourceOf({ category })}/mine`, { query: { page }, as: pageOf(sentSchema), signal }),
  })
