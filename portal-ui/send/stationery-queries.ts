import type { Answered } from '../../domain/fields/values.ts'
import type { request } from '../../domain/resources/request.ts'
import type { stationery } from '../../domain/resources/stationery.ts'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { oneOf } from '../../ui-shared/api/answers.ts'
import { readWholeNumber } from '../../ui-shared/fields/whole-number.ts'
import { t } from '../../ui-shared/i18n.ts'
import { api, randomKey } from '../../ui-shared/api/client.ts'

const words = z.pipe(
  z.optional(z.nullable(z.string())),
  z.transform((text) => text ?? ''),
)
const itemSchema = z.object({
  id: z.number(),
  name: words,
  unit: words,
  picture_url: z.optional(z.nullable(z.string())),
} satisfies Answered<typeof stationery.fields, 'picture_url'>)

/** What may be asked for; `picture` is its address. */
export type Item = { value: number; name: string; unit: string; picture: string | null }
type Asked = (typeof request.initialValues.lines)[number]
/** A line as it is typed; `uid` tells it from others on the screen. */
export type Line = { uid: string; value: string } & Record<keyof Pick<Asked, 'quantity' | 'remarks'>, string>

/** An empty line of a stationery request. */
export const blankLine = (): Line => ({ uid: randomKey(), value: '', quantity: '', remarks: '' })

/** True for a line in which nothing was filled in. */
export const isBlank = ({ value, quantity, remarks }: Line): boolean => value + quantity + remarks === ''

const keptSchema = z.array(z.object({ uid: z.string(), value: z.string(), quantity: z.string(), remarks: z.string() }))

/** The lines that this device kept, a blank one where it kept none. */
export const linesFrom = (kept: unknown): readonly Line[] => {
  const lines = keptSchema.safeParse(kept).data ?? []
  return lines.length > 0 ? lines : [blankLine()]
}

const mostOfOne = 9_999

/** How many of an item are asked for, read in the language of whoever typed it; null where it is none that may be. */
export const quantityOf = ({ quantity }: Line): number | null => {
  const number = readWholeNumber(quantity)
  return number !== null && number >= 1 && number <= mostOfOne ? number : null
}

/** What a quantity has to be. */
export const notAQuantity = (): string =>
  t('{label} is a whole number from {min} to {max}', { label: t('Quantity'), min: 1, max: mostOfOne })

/** What may be asked for, by name. */
export const itemsQuery = queryOptions({
  retryOnMount: false,
  staleTime: 60_000,
  queryKey: ['stationery', 'items'],
  queryFn: async ({ signal }): Promise<Item[]> => {
    const { data } = await api.get('/utility/stationery_items', { as: oneOf(z.array(itemSchema)), signal })
    return data
      .map(({ id, name, unit, picture_url: picture = null }) => ({ value: id, name, unit, picture }))
      .toSorted((one, other) => one.name.localeCompare(other.name))
  },
})
