import { z } from 'zod'
import { textOf, wordsOf } from '../../../domain/json.ts'
import { accessDenied, Rejected } from '../../../domain/rejected.ts'
import { employee } from '../../../domain/resources/employee.ts'
import type { Sent } from '../../body/sent.ts'
import type { Services } from '../../server/services.ts'

type Place = { id: number; name: string } | null
const placeSchema = z.object({ id: z.number(), name: z.string() }).nullable()
const placeOf = (value: unknown): Place => placeSchema.catch(null).parse(value)

/** Who sends it and where they stand, by their sign-in (W8). */
export const senderOf = async ({ records }: Pick<Services, 'records'>, { actor }: { actor: { id: number } }) => {
  const row = (await records.find(employee, String(actor.id), 'staff')) ?? {}
  const [title, division, departement] = [row.title, row.division, row.departement].map(placeOf)
  return { self: { id: actor.id, name: textOf(row.fullname) }, title, division, departement }
}

type Sender = Awaited<ReturnType<typeof senderOf>>

// The old client says who sends; what it says must be so, by id or by name.
const checkSaid = (said: unknown, own: Place | undefined) => {
  if (said === undefined || said === null || said === '') return
  const words = wordsOf(said).trim().toLowerCase()
  if (own && (words === String(own.id) || words === own.name.toLowerCase())) return
  throw new Rejected(accessDenied, 'forbidden')
}

/** What the calls of the specification send of whoever sends it (docs/specification/wire.md#calls). */
export const ofSender = [
  'employee',
  'employee_id',
  'title',
  'current_position',
  'division',
  'division_id',
  'departement',
  'departement_id',
]

/** @throws Rejected forbidden where a call names another sender than its own */
export const checkSender = (fields: Sent['fields'], { self, title, division, departement }: Sender) => {
  for (const said of [fields.employee, fields.employee_id]) checkSaid(said, self)
  for (const said of [fields.title, fields.current_position]) checkSaid(said, title)
  for (const said of [fields.division, fields.division_id]) checkSaid(said, division)
  for (const said of [fields.departement, fields.departement_id]) checkSaid(said, departement)
}

/** What a record says of its sender. */
export const suppliedBy = ({ self, title, division, departement }: Sender) => ({
  employee_name: self.name,
  title: title?.id ?? null,
  division: division?.id ?? null,
  departement: departement?.id ?? null,
})
