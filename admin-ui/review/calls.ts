import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { reviewDetailSchema, reviewSchema } from '../../domain/review/entry.ts'
import { oneOf, writtenSchema } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'

const listSchema = z.object({ data: z.array(reviewSchema), isCut: z.boolean() })

/** What waits for review, and what came back to whoever asks; of one kind of records where it is named. */
export const reviewsQuery = (kind?: string) =>
  queryOptions({
    queryKey: ['review', 'list', kind ?? ''],
    queryFn: ({ signal }) => api.get('/review', { query: kind === undefined ? {} : { kind }, as: listSchema, signal }),
  })

/** One review, with what it would change. */
export const reviewQuery = (id: string) =>
  queryOptions({
    queryKey: ['review', 'one', id],
    queryFn: async ({ signal }) => (await api.get(`/review/${id}`, { as: oneOf(reviewDetailSchema), signal })).data,
  })

/** What is proposed of a record: a verb, what it sends, and the version that was seen. */
export type Proposal = {
  kind: string
  record: number
  verb: string
  version: number
  sent?: Readonly<Record<string, unknown>>
}

export const askReview = (body: Proposal & { words?: string }) => api.post('/review', { body, as: writtenSchema })

export const changeReview = (id: number, { kind: _, record: _record, ...body }: Proposal & { words?: string }) =>
  api.post(`/review/${id}/change`, { body, as: writtenSchema })

/** Publishes what was looked at: this version of the review, on this one of the record. */
export const publishReview = (id: number, version: number, recordVersion: number) =>
  api.post(`/review/${id}/publish`, { body: { version: recordVersion }, version, as: writtenSchema })

export const sendBack = (id: number, version: number, words: string) =>
  api.post(`/review/${id}/send_back`, { body: { words }, version, as: writtenSchema })

export const withdrawReview = (id: number) => api.post(`/review/${id}/withdraw`, { as: writtenSchema })

export const resumeReview = (id: number) => api.post(`/review/${id}/resume`, { as: writtenSchema })

/** A comment: on a passage, on all of it, or in answer to another. */
export type Said = { words: string; field?: string; quote?: string; answers?: number }

export const say = (id: number, body: Said) => api.post(`/review/${id}/remark`, { body, as: writtenSchema })

export const settleRemark = (id: number, isSettled: boolean) =>
  api.post(`/remark/${id}/${isSettled ? 'settle' : 'reopen'}`, { as: writtenSchema })
