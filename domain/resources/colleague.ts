import * as z from 'zod/mini'

const named = z.nullable(z.object({ id: z.number(), name: z.string() }))
const place = { thumbnail: z.nullable(z.string()), division: named, departement: named }

/** What employees see of a colleague in lists. */
export const personCardSchema = z.object({
  ...place,
  id: z.number(),
  fullname: z.string(),
  display_name: z.string(),
  title: z.nullable(z.object({ id: z.number(), title_name: z.string(), order_number: z.number() })),
})
export type PersonCard = z.infer<typeof personCardSchema>

/** A title, division or department with its people. */
export const directoryGroupSchema = z.object({ id: z.number(), name: z.string(), employee: z.array(personCardSchema) })
export type DirectoryGroup = z.infer<typeof directoryGroupSchema>

/** What employees see of another: this and nothing else (spec/decisions E15). */
export const personDetailSchema = z.extend(personCardSchema, {
  email: z.string(),
  office_phone: z.string(),
  linkedln: z.string(),
  facebook: z.string(),
  instagram: z.string(),
  superOrdinateDetails: z.array(personCardSchema),
  subOrdinateDetails: z.array(personCardSchema),
})
export type PersonDetail = z.infer<typeof personDetailSchema>

/** An employee in reporting lines, as they stood on a day. `far` is negative above the one that was asked for, `reports` counts who is right below. */
export const chartPersonSchema = z.object({
  ...place,
  id: z.number(),
  name: z.string(),
  far: z.number(),
  superiors: z.array(z.number()),
  reports: z.number(),
  isInactive: z.boolean(),
  title: named,
})
export type ChartPerson = z.infer<typeof chartPersonSchema>
