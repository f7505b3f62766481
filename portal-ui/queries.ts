import type { Answered } from '../domain/fields/values.ts'
import type { post } from '../domain/resources/post.ts'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { oneOf, optionsSchema, pageOf } from '../ui-shared/api/answers.ts'
import { api } from '../ui-shared/api/client.ts'
import type { ListAddress } from './list-address.ts'
import { articleSchema, optionalText } from './article.ts'

export const postsPerPage = 4

const categorySchema = z._default(z.nullable(z.looseObject({ id: z.number(), name: z.string() })), null)
/** The record before or after one, by age. */
export const neighbourSchema = z._default(
  z.nullable(z.object({ slug: z.string(), name: z._default(z.string(), '') })),
  null,
)

const postRowSchema = z.object({
  id: z.number(),
  name: z.string(),
  slug: z.string(),
  excerpt: optionalText,
  category: categorySchema,
  thumbnail_url: optionalText,
  thumbnail_focus: optionalText,
  created_at: z.string(),
} satisfies Answered<typeof post.fields>)
const postSchema = z.extend(articleSchema, {
  name: z.string(),
  slug: z.string(),
  category: categorySchema,
  created_at: z.string(),
  previous_page: neighbourSchema,
  next_page: neighbourSchema,
} satisfies Answered<typeof post.fields>)

export type PostRow = z.infer<typeof postRowSchema>
export type Post = z.infer<typeof postSchema>

// A load that failed says so at once and offers Retry; the loader has tried again already.
const shared = { retryOnMount: false, staleTime: 30_000 }

export const categoriesQuery = queryOptions({
  ...shared,
  queryKey: ['category', 'options'],
  queryFn: async ({ signal }) => (await api.get('/utility/getCategories', { as: optionsSchema, signal })).data,
})

/** A page of posts, newest first. `category` is an id or slug, empty for all. Staff in preview read the same as employees. */
export const postsQuery = ({ page, category }: Pick<ListAddress, 'page' | 'category'>) =>
  queryOptions({
    ...shared,
    queryKey: ['post', 'list', page, category],
    queryFn: ({ signal }) =>
      api.get('/post', {
        query: { page, per_page: postsPerPage, category, view: 'portal' },
        as: pageOf(postRowSchema),
        signal,
      }),
  })

/** One post by its slug, also by a former one. */
export const postQuery = (slug: string) =>
  queryOptions({
    ...shared,
    queryKey: ['post', 'one', slug],
    queryFn: async ({ signal }) =>
      (await api.get(`/post/${encodeURIComponent(slug)}`, { query: { view: 'portal' }, as: oneOf(postSchema), signal }))
        .data,
  })
