import type { Answered } from '../domain/fields/values.ts'
import type { post } from '../domain/resources/post.ts'
import * as z from 'zod/mini'

export const optionalText = z._default(z.nullable(z.string()), null)

/** A text with its own style, as the API answers it. */
export const articleSchema = z.object({
  id: z.number(),
  name: optionalText,
  slug: optionalText,
  excerpt: optionalText,
  thumbnail_url: optionalText,
  thumbnail_focus: optionalText,
  content: optionalText,
  css: optionalText,
  version: z._default(z.number(), 1),
} satisfies Answered<typeof post.fields>)
export type Article = z.infer<typeof articleSchema>
