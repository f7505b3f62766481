import type { Answered, AnsweredPart, Values } from '../../domain/fields/values.ts'
import type { jobApplication } from '../../domain/resources/job_application.ts'
import type { request } from '../../domain/resources/request.ts'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { oneOf, pageOf } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import { saidSchema } from '../../ui-shared/talk/said.ts'
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
const shownSchema = z.object({
  id: z.number(),
  version: z.number(),
  slug: z.optional(z.string()),
  label: z.nullable(z.string()),
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
const sentSchema = z.extend(shownSchema, { answers: z._default(z.array(saidSchema), []) })
// Of a list with how many answers there are, and whether staff have done something since it was opened.
const listedSchema = z.extend(shownSchema, {
  resource: z.enum(['request', 'job_application']),
  answers: z.number(),
  isUnread: z.boolean(),
})
/** Where something stands that is not decided yet: its employee may withdraw it. */
export const openStages: readonly string[] = ['submitted', 'shortlisted']

export type Shown = z.infer<typeof shownSchema>
export type Sent = z.infer<typeof sentSchema>
export type Listed = z.infer<typeof listedSchema>

/** What something that was sent is called for whoever sent it. */
export const titleOf = ({ slug, label, type, subject, job_data: job }: Shown): string => {
  if (job) return job.name
  return type === 'iso' ? `${slug}: ${subject}` : (slug ?? label ?? '')
}

/** What is sent: requests, or applications. */
export type SentResource = Listed['resource']

/** The resource that an address names. */
export const sentResourceOf = (said: string | undefined): SentResource | undefined =>
  listedSchema.shape.resource.safeParse(said).data

const kinds = ['requests', 'messages', 'job_application'] as const
const states = ['open', 'over'] as const

/** What the own list shows, each '' for all: a kind as the API names it, and what is still open or over. */
export type Narrowed = { kind: '' | (typeof kinds)[number]; state: '' | (typeof states)[number] }

/** Reads it from the category of an address: `messages`, `.open`, `requests.over`. */
export const narrowedBy = (category: string): Narrowed => {
  const [kind, state] = category.split('.')
  return { kind: kinds.find((one) => one === kind) ?? '', state: states.find((one) => one === state) ?? '' }
}

/** The category that says it. */
export const categoryOf = ({ kind, state }: Narrowed): string => (state === '' ? kind : `${kind}.${state}`)

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

/** A page of all that the employee has sent, the newest first, with its steps. */
export const mineQuery = ({ page, category }: Pick<ListAddress, 'page' | 'category'>) => {
  const { kind, state } = narrowedBy(category)
  return queryOptions({
    retryOnMount: false,
    queryKey: ['mine', 'sent', page, kind, state],
    queryFn: async ({ signal }) => {
      const query = { page, kind: kind || undefined, state: state || undefined }
      const { data, meta } = await api.get('/utility/sent', { query, as: pageOf(z.unknown()), signal })
      // What stands in records is said by their declarations, not by the document of calls.
      return { data: data.map((one) => listedSchema.parse(one)), meta }
    },
  })
}

/** One of it, with what was said about it. */
export const sentQuery = (resource: SentResource, id: string) =>
  queryOptions({
    retryOnMount: false,
    queryKey: ['mine', resource, 'one', id],
    queryFn: async ({ signal }) => {
      const { data } = await api.get(`/${resource}/${id}/mine`, { as: oneOf(sentSchema), signal })
      return { ...data, resource, name: titleOf(data) }
    },
  })
