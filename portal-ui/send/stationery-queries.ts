import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { oneOf } from '../../ui-shared/api/answers.ts'
import { api, randomKey } from '../../ui-shared/api/client.ts'

const words = z.pipe(
  z.optional(z.nullable(z.string())),
  z.transform((text) => text ?? ''),
)
const itemSchema = z.object({ id: z.number(), name: words, unit: words })

export type Item = { value: number; name: string; unit: string }
/** A line as it is typed; `uid` tells it from others on the screen. */
export type Line = { uid: string; value: string; quantity: string; remarks: string }

/** An empty line of a stationery request. */
export const blankLine = (): Line => ({ uid: randomKey(), value: '', quantity: '', remarks: '' })

/** What may be asked for, by name. */
export const itemsQuery = queryOptions({
  retryOnMount: false,
  staleTime: 60_000,
  queryKey: ['stationery', 'items'],
  queryFn: async ({ signal }): Promise<Item[]> => {
    const { data } = await api.get('/utility/stationery_items', { as: oneOf(z.array(itemSchema)), signal })
    return data
      .map(({ id, name, unit }) => ({ value: id, name, unit }))
      .toSorted((one, other) => one.name.localeCompare(other.name))
  },
})
