import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type Written, writtenSchema } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'

const likesSchema = z.object({ data: z.nullable(z.object({ likes: z.number(), mine: z.nullable(z.number()) })) })

/** How many like a post, and by which reaction oneself does. */
export const likesQuery = (post: number) =>
  queryOptions({
    staleTime: 30_000,
    queryKey: ['reaction', post],
    queryFn: async ({ signal }) => (await api.get(`/post/${post}/reactions`, { as: likesSchema, signal })).data,
  })

/** Likes a post, and takes that back. */
export const like = (post: number): Promise<Written> => api.post(`/post/${post}/reaction`, { as: writtenSchema })
export const unlike = (reaction: number): Promise<Written> => api.delete(`/reaction/${reaction}`, { as: writtenSchema })

const commentSchema = z.object({
  id: z.number(),
  answer_to: z.nullable(z.number()),
  at: z.string(),
  stage: z.string(),
  author: z.nullable(z.object({ id: z.number(), name: z.string() })),
  isOwn: z.boolean(),
  text: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  edited_at: z.nullable(z.string()),
})

/** A comment as employees read it: of one that is not shown to them any more, `author` and `text` are null. */
export type Comment = z.infer<typeof commentSchema>

const pageSchema = z.object({
  data: z.array(commentSchema),
  meta: z.object({ total: z.number(), isOpen: z.boolean(), next: z.nullable(z.number()) }),
})

type Page = z.infer<typeof pageSchema>

const readPages = async (post: number, count: number, signal: AbortSignal): Promise<Page> => {
  const read = (before: number | null) =>
    api.get(`/post/${post}/comments`, { query: before === null ? {} : { before }, as: pageSchema, signal })
  const { data, meta } = await read(null)
  for (let page = 1; page < count && meta.next !== null; page += 1) {
    const older = await read(meta.next)
    data.push(...older.data)
    meta.next = older.meta.next
  }
  return { data, meta }
}

/** The comments of a post, so many pages of the newest first. */
export const commentsQuery = (post: number, pages: number) =>
  queryOptions({
    staleTime: 30_000,
    queryKey: ['comment', post, pages],
    queryFn: ({ signal }) => readPages(post, pages, signal),
  })

type Said = { text: string; key: string }

/** Comments on a post, or answers one of its comments. */
export const write = (post: number, answered: number | null, { text, key }: Said): Promise<Written> =>
  api.post(`/post/${post}/comment`, { body: { text, answer_to: answered }, as: writtenSchema, key })

/** Changes, takes back, and says again what one said. */
export const reword = (comment: number, { text, key }: Said): Promise<Written> =>
  api.post(`/comment/${comment}/reword`, { body: { text }, as: writtenSchema, key })
export const takeBack = (comment: number): Promise<Written> =>
  api.post(`/comment/${comment}/take_back`, { as: writtenSchema })
export const sayAgain = (comment: number, text: string): Promise<Written> =>
  api.post(`/comment/${comment}/say_again`, { body: { text }, as: writtenSchema })
