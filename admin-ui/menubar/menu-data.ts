import { queryOptions, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { AnsweredPart } from '../../domain/fields/values.ts'
import { contentOf, type Entry as Declared, isBroken } from '../../domain/resources/menubar.ts'
import { oneOf } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import { asEntries, asText, type Entry, type FieldValue } from '../edit/fields/field-values.ts'

const source = z.object({ id: z.number(), name: z.nullable(z.string()) })
const kept = z.object({
  type: z.string(),
  content_id: z.nullable(z.number()),
  isBroken: z.boolean(),
  get children() {
    return z.array(kept)
  },
} satisfies AnsweredPart<Declared & { isBroken: boolean }>)
type Kept = z.infer<typeof kept>

const schema = oneOf(
  z.object({
    available: z.object({ posts: z.array(source), pages: z.array(source) }),
    menubar: z.array(z.unknown()),
  }),
)

/** A post or a page that an entry may lead to. */
export type MenuSource = z.infer<typeof source>

/** An entry of the menu as the portal would show it. */
export type MenuEntry = { id: string; title: string; isOutbound: boolean; isBroken: boolean; children: MenuEntry[] }

const flat = (entries: readonly Kept[]): Kept[] => entries.flatMap((one) => [one, ...flat(one.children)])

/** What may be added to the menu, and the menu as the server holds it. */
export const menuDataQuery = queryOptions({
  queryKey: ['menubar', 'sources'],
  queryFn: ({ signal }) => api.get('/utility/menubar_data', { as: schema, signal }),
})

/** What may be added to the menu, and which posts and pages are there for employees. */
export const useMenuData = () => {
  const { data, error, refetch } = useQuery(menuDataQuery)
  const { available, menubar = [] } = data?.data ?? {}
  const entries = z.array(kept).parse(menubar)
  const { posts = [], pages = [] } = available ?? {}
  // Older posts than the ones offered are known by the entries that lead to them.
  const there = new Set([
    ...posts.map(({ id }) => `post-${id}`),
    ...pages.map(({ id }) => `page-${id}`),
    ...flat(entries).flatMap((entry) => (entry.isBroken ? [] : (contentOf(entry) ?? []))),
  ])
  return { posts, pages, there: data ? there : null, error, refetch }
}

/** True for an entry of the form that leads nowhere. Of a menu that is still on the way nothing is said. */
export const isEntryBroken = (entry: Entry, there: ReadonlySet<string> | null): boolean => {
  if (there === null) return false
  const said = (name: keyof Declared) => asText(entry[name])
  const [type, content] = [said('type'), said('content_id')]
  const target = { type, content_id: content === '' ? null : Number(content), url: said('url') }
  return isBroken(target, there.has(contentOf(target) ?? ''))
}

/** The entries of the form. */
export const entriesOf = (value: FieldValue | undefined, there: ReadonlySet<string> | null): MenuEntry[] =>
  asEntries(value).map((entry) => ({
    id: String(entry.id),
    title: asText(entry['title' satisfies keyof Declared]),
    isOutbound: entry['new_tab' satisfies keyof Declared] === true,
    isBroken: isEntryBroken(entry, there),
    children: entriesOf(entry.children, there),
  }))
