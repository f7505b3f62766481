import * as z from 'zod/mini'
import { t } from '../../ui-shared/i18n.ts'
import { entries } from '../resources.ts'

/** A record that shows another, as the API names it. */
export const userSchema = z.object({ resource: z.string(), id: z.number(), name: z.nullable(z.string()) })
export type User = z.infer<typeof userSchema>

/** What it is: "Banner". */
export const kindOf = ({ resource }: User): string =>
  t(entries.find(({ name }) => name === resource)?.label ?? resource)

/** What it is called. */
export const nameOf = ({ name, id }: User): string => name || `#${id}`
