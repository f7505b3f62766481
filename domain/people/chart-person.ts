import * as z from 'zod/mini'
import { placeOfPerson } from './colleague.ts'

/** An employee in reporting lines, as they stood on a day. `far` is negative above the one that was asked for, `reports` counts who is right below. */
export const chartPersonSchema = z.object({
  ...placeOfPerson,
  id: z.number(),
  name: z.string(),
  far: z.number(),
  superiors: z.array(z.number()),
  reports: z.number(),
  isInactive: z.boolean(),
  title: placeOfPerson.division,
})
export type ChartPerson = z.infer<typeof chartPersonSchema>
