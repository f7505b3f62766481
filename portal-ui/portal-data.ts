import type { Answered } from '../domain/fields/values.ts'
import type { banner } from '../domain/resources/banner.ts'
import type { configuration } from '../domain/resources/configuration.ts'
import type { flash } from '../domain/resources/flash.ts'
import type { popup } from '../domain/resources/popup.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { oneOf } from '../ui-shared/api/answers.ts'
import { api } from '../ui-shared/api/client.ts'
import { configSchema, takeConfig } from '../ui-shared/config/config.ts'
import { configQuery } from '../ui-shared/config/use-config.ts'
import { articleSchema, optionalText } from './article.ts'

export type MenuEntry = { name: string; url: string; outbound: boolean; children: MenuEntry[] }

// The document of the API has no name for what is below an entry.
type SentEntry = Omit<MenuEntry, 'children'> & { children: unknown[] }

const entrySchema: z.ZodMiniType<MenuEntry, SentEntry> = z.object({
  name: z.string(),
  url: z.string(),
  outbound: z.boolean(),
  children: z.array(z.lazy(() => entrySchema)),
})
const words = z.pipe(
  z.optional(z.nullable(z.string())),
  z.transform((text) => text ?? ''),
)
const bannerSchema = z.object({
  id: z.number(),
  name: words,
  link: words,
  thumbnail_url: optionalText,
  thumbnail_focus: optionalText,
} satisfies Answered<typeof banner.fields>)
const newsSchema = z.object({
  id: z.number(),
  version: z.number(),
  name: words,
  link: words,
  news_text: words,
} satisfies Answered<typeof flash.fields>)
const popupSchema = z.object({
  id: z.number(),
  version: z.number(),
  name: words,
  link: words,
  thumbnail_url: optionalText,
} satisfies Answered<typeof popup.fields>)
const portalSchema = z.object({
  config: z.extend(configSchema, {
    popup_timer: z.number(),
    blocks: z.catchall(z.object({}), z.object({ title: z.string(), link: z.string() })),
    facebook: optionalText,
    instagram: optionalText,
    linkedln: optionalText,
    policy1_url: optionalText,
    policy2_url: optionalText,
    notices: optionalText,
  } satisfies Answered<typeof configuration.fields, 'blocks'>),
  menu: z.array(entrySchema),
  banners: z.array(bannerSchema),
  featured: z.nullable(articleSchema),
  news: z.array(newsSchema),
  popup: z.nullable(popupSchema),
})

type Portal = z.infer<typeof portalSchema>
export type Banner = Portal['banners'][number]
export type News = Portal['news'][number]
export type Popup = NonNullable<Portal['popup']>

/** What every page of the portal stands on: settings, menu, banners, featured post, news and popup, in one call. */
export const portalQuery = queryOptions({
  retryOnMount: false,
  staleTime: 30_000,
  queryKey: ['portal'],
  queryFn: async ({ client, signal }) => {
    const { data } = await api.get('/utility/portal', { as: oneOf(portalSchema), signal })
    client.setQueryData(configQuery.queryKey, takeConfig(data.config))
    return data
  },
})

/** What every page of the portal stands on; undefined while it is not known. */
export const usePortal = (): Portal | undefined => useQuery(portalQuery).data
