import type { Fields } from '../fields/values.ts'
import { fieldsWithin, picking } from '../fields/walk.ts'

/** How long a draft stays that nobody types into any more. */
export const draftDays = 30

/** How many drafts of one person the server keeps. */
export const mostDrafts = 200

/** How many drafts one answer lists. */
export const mostDraftsListed = 100

const kept = picking(
  (field) => !field.isDerived && fieldsWithin(field).every(({ kind, isPersonal }) => !isPersonal && kind !== 'secret'),
)

type Values = Readonly<Record<string, unknown>>

/** What may be kept of a form: nothing about people, no secret, and nothing that its resource does not have. */
export const keptOf = ({ fields }: { fields: Fields }, values: Values): Values => {
  const known = kept(fields)
  return Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(known, name)))
}
