import { queryOptions, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { api } from '../../ui-shared/api/client.ts'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { entries } from '../resources.ts'

const unreadSchema = z.object({ data: z.catchall(z.object({}), z.number()) })

/** How much of what came in somebody has not opened, by list. */
export const unreadQuery = (resource: string) =>
  queryOptions({
    queryKey: [resource, 'unread'],
    queryFn: async ({ signal }) => (await api.get(`/${resource}/unread`, { as: unreadSchema, signal })).data,
  })

/** How many reviews wait for whoever asks, as the menu tells; asked only where there are reviews. */
export const useWaiting = (isAsked: boolean) => useQuery({ ...unreadQuery('review'), enabled: isAsked })

/** How much of what came in somebody has not opened, by list. What changes the records makes it be asked anew. */
export const useUnread = (resource: string) => {
  const area = entries.find(({ name }) => name === resource)?.area
  // What belongs to no area is in the menu of whom it is for.
  const isOwn = can(useMe(), `r-${area}`) || area === undefined
  // Auditors look at what others work off.
  return useQuery({ ...unreadQuery(resource), enabled: isOwn })
}

export const unreadIn = (counts: Readonly<Record<string, number>> | undefined, list: string): number =>
  counts?.[list] ?? 0

// The server counts no further.
const mostCounted = 100

/** A number of unread records: "99+" for more. */
export const unreadWords = (count: number): string => (count >= mostCounted ? `${mostCounted - 1}+` : String(count))

/** Marks records as read or unread for whoever asks. */
export const markOpened = async (resource: string, ids: readonly number[], isOpened: boolean): Promise<void> => {
  await api.post(`/${resource}/${ids.join(',')}/${isOpened ? 'read' : 'unread'}`, { as: z.unknown() })
}
