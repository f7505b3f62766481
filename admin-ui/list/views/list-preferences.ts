import { type QueryClient, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { oneOf } from '../../../ui-shared/api/answers.ts'
import { api } from '../../../ui-shared/api/client.ts'
import { keepOnDevice, keptOnDevice } from '../../../ui-shared/kept/on-device.ts'
import { useMe } from '../../../ui-shared/session/session.ts'

const preferencesSchema = z.object({
  hidden: z.array(z.string()),
  isDense: z.boolean(),
  views: z.array(z.object({ name: z.string(), search: z.string() })),
})

/** How a person wants to see a list: columns left out, how close rows stand, and named views of its filters and order. */
export type ListPreferences = z.infer<typeof preferencesSchema>

// Who made a record and when, and since when it is published, is shown to whoever wants it.
const usual: ListPreferences = { hidden: ['created_by', 'created_at', 'published_at'], isDense: false, views: [] }

/** Where it is kept: on the server for the person, and on this device for the first moment of a page. */
export type PreferencesPlace = { queryKey: readonly string[]; path: string; key: string }

const read = (key: string): ListPreferences => {
  try {
    return preferencesSchema.parse(JSON.parse(keptOnDevice(key) ?? 'null'))
  } catch {
    return usual
  }
}

/** Puts it at once where the page finds it, and where the next one will. */
export const showPreferences = (
  client: QueryClient,
  { queryKey, key }: PreferencesPlace,
  preferences: ListPreferences,
): void => {
  client.setQueryData(queryKey, preferences)
  // Without storage the next page asks the server first.
  keepOnDevice(key, JSON.stringify(preferences))
}

/** How the person who is signed in wants to see the list of a resource. */
export const usePreferences = (resource: string) => {
  const place: PreferencesPlace = {
    queryKey: ['me', 'lists', resource],
    path: `/me/lists/${resource}`,
    key: `atrium.list-preferences.${useMe()?.id}.${resource}`,
  }
  const { data } = useQuery({
    queryKey: place.queryKey,
    queryFn: async ({ client, signal }) => {
      const kept =
        (await api.get(place.path, { as: oneOf(z.nullable(preferencesSchema)), signal })).data ?? read(place.key)
      showPreferences(client, place, kept)
      return kept
    },
    initialData: () => read(place.key),
    initialDataUpdatedAt: 0,
    staleTime: 300_000,
  })
  return [data, place] as const
}
