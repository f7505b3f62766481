import type { Answered, AnsweredPart, Values } from '../../domain/fields/values.ts'
import type { page } from '../../domain/resources/page.ts'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { oneOf, pageOf } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import { articleSchema, optionalText } from '../article.ts'
import type { ListAddress } from '../list-address.ts'
import { neighbourSchema } from '../queries.ts'

const text = z.object({ excerpt: optionalText, content: optionalText, css: optionalText } satisfies Answered<
  typeof page.fields,
  'content'
>)
const rowSchema = z.object({
  id: z.number(),
  name: z.string(),
  slug: z.string(),
  content: text,
  thumbnail_url: optionalText,
  created_at: z.string(),
} satisfies Answered<typeof page.fields, 'content' | 'thumbnail_url'>)
const imageSchema = z.object({
  id: z.number(),
  thumbnail_url: optionalText,
  altText: z.string(),
  caption: z.string(),
} satisfies AnsweredPart<Values<typeof page.fields>['images'][number]>)
const pageSchema = z.extend(z.omit(articleSchema, { content: true, css: true, excerpt: true }), {
  name: z.string(),
  slug: z.string(),
  type: z.string(),
  created_at: z.string(),
  content: text,
  images: z._default(z.array(imageSchema), []),
  parent: z._default(z.nullable(z.object({ name: z.string(), slug: z.string() })), null),
  previous_page: neighbourSchema,
  next_page: neighbourSchema,
} satisfies Answered<typeof page.fields, 'content'>)

export type PageRow = z.infer<typeof rowSchema>

const shared = { retryOnMount: false, staleTime: 30_000 }

const indexQuery =
  (index: 'gallery_index' | 'job_index', perPage: number) =>
  ({ page }: Pick<ListAddress, 'page'>) =>
    queryOptions({
      ...shared,
      queryKey: ['page', index, page],
      queryFn: ({ signal }) =>
        api.get(`/page/${index}`, { query: { page, per_page: perPage }, as: pageOf(rowSchema), signal }),
    })

/** A page of galleries, six at a time, and of jobs, four (docs/specification/portal.md#addresses). */
export const galleriesQuery = indexQuery('gallery_index', 6)
export const jobsQuery = indexQuery('job_index', 4)

/** A page of any type by its slug, also by a former one, with its text at hand as that of a post. */
export const pageQuery = (slug: string) =>
  queryOptions({
    ...shared,
    queryKey: ['page', 'one', slug],
    queryFn: async ({ signal }) => {
      const { data } = await api.get(`/page/${encodeURIComponent(slug)}`, {
        query: { view: 'portal' },
        as: oneOf(pageSchema),
        signal,
      })
      return { ...data, ...data.content, thumbnail_focus: null }
    },
  })

export type Page = Awaited<ReturnType<NonNullable<Exclude<ReturnType<typeof pageQuery>['queryFn'], symbol>>>>
export type GalleryImage = Page['images'][number]
