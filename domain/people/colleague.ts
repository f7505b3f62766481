import type { Answered } from '../fields/values.ts'
import type { employee } from '../resources/employee.ts'
import * as z from 'zod/mini'

const named = z.nullable(z.object({ id: z.number(), name: z.string() }))

/** What stands beside a name. */
export const placeOfPerson = {
  thumbnail: z.nullable(z.string()),
  division: named,
  departement: named,
} satisfies Answered<typeof employee.fields>

/** When somebody is away, by days, and the colleague who stands in; null where nobody does, or who did is not there any more. */
const absenceSchema = z.object({
  id: z.number(),
  from: z.string(),
  until: z.string(),
  /** It has begun. */
  isNow: z.boolean(),
  stand_in: named,
})
export type ColleagueAbsence = z.infer<typeof absenceSchema>

/** What employees see of a colleague in lists; `away` is the absence of today. */
export const personCardSchema = z.object({
  ...placeOfPerson,
  away: z.optional(absenceSchema),
  id: z.number(),
  fullname: z.string(),
  display_name: z.string(),
  title: z.nullable(z.object({ id: z.number(), title_name: z.string(), order_number: z.number() })),
} satisfies Answered<typeof employee.fields, 'away'>)
export type PersonCard = z.infer<typeof personCardSchema>

/** A title, division or department with its people. */
export const directoryGroupSchema = z.object({
  id: z.number(),
  name: z.string(),
  employee: z.array(personCardSchema),
  /** There are more people in it. */
  has_more: z.boolean(),
})
export type DirectoryGroup = z.infer<typeof directoryGroupSchema>

/** So many who are below somebody stand on their page. */
export const mostSubordinates = 100

/** What employees see of another: this and nothing else (E15). */
export const personDetailSchema = z.extend(personCardSchema, {
  email: z.string(),
  phone_number: z.string(),
  office_phone: z.string(),
  office_address: z.string(),
  linkedln: z.string(),
  facebook: z.string(),
  instagram: z.string(),
  /** Those that are not over, the first of them first. */
  absences: z.array(absenceSchema),
  superOrdinateDetails: z.array(personCardSchema),
  subOrdinateDetails: z.array(personCardSchema),
} satisfies Answered<typeof employee.fields, 'superOrdinateDetails' | 'subOrdinateDetails'>)
export type PersonDetail = z.infer<typeof personDetailSchema>
