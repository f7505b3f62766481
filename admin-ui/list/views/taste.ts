import { type QueryClient, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { oneOf } from '../../../ui-shared/api/answers.ts'
import { api } from '../../../ui-shared/api/client.ts'
import { useMe } from '../../../ui-shared/session/session.ts'

const tasteSchema = z.object({
  hidden: z.array(z.string()),
  isDense: z.boolean(),
  views: z.array(z.object({ name: z.string(), search: z.string() })),
})

/** How a person wants to see a list: columns left out, how close rows stand, and named views of its filters and order. */
export type Taste = z.infer<typeof tasteSchema>

const usual: Taste = { hidden: [], isDense: false, views: [] }

/** Where it is kept: on the server for the person, and on this device for the first moment of a page. */
export type TastePlace = { queryKey: readonly string[]; path: string; key: string }

const read = (key: string): Taste => {
  try {
    return tasteSchema.parse(JSON.parse(localStorage.getItem(key) ?? 'null'))
  } catch {
    return usual
  }
}

/** Puts it at once where the page finds it, and where the next one will. */
export const showTaste = (client: QueryClient, { queryKey, key }: TastePlace, taste: Taste): void => {
  client.setQueryData(queryKey, taste)
  try {
    localStorage.setItem(key, JSON.stringify(taste))
  } catch {
    // Without storage the next page asks the server first.
  }
}

/** How the person who is signed in wants to see the list of a resource. */
export const useTaste = (resource: string) => {
  const place: TastePlace = {
    queryKey: ['me', 'lists', resource],
    path: `/me/lists/${resource}`,
    key: `atrium.taste.${useMe()?.id}.${resource}`,
  }
  const { data } = useQuery({
    queryKey: place.queryKey,
    queryFn: async ({ client, signal }) => {
      const kept = (await api.get(place.path, { as: oneOf(z.nullable(tasteSchema)), signal })).data ?? read(place.key)
      showTaste(client, place, kept)
      return kept
    },
    initialData: () => read(place.key),
    initialDataUpdatedAt: 0,
    staleTime: 300_000,
  })
  return [data, place] as const
}
