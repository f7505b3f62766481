import { z } from 'zod'
import type { Asked } from '../../../commands/other-ends/both-ends.ts'
import type { Dispatch } from '../../../commands/command.ts'
import { type FieldProblem, fieldProblem, refusedFor } from '../../../domain/rejected.ts'
import { countsOf, fieldOf, type OtherEnd, otherEnds } from '../../../domain/fields/relations.ts'
import { remembered } from '../../../platform/remembered.ts'
import type { Resource } from '../../../domain/resource.ts'
import type { Sent } from '../../body/sent.ts'
import { wireKinds } from '../kinds.ts'
import type { Row, Services } from '../../server/services.ts'

type Known = Pick<Services, 'resources'>

const endsAmong = remembered((resources: Known['resources']) =>
  remembered((resource: Resource): readonly { end: OtherEnd; holder: Resource }[] =>
    otherEnds(resources, resource).flatMap((end) => {
      const holder = resources.find(({ name }) => name === end.holder)
      return holder ? [{ end, holder }] : []
    }),
  ),
)

/** The relations of a resource that are edited from its side too, with who holds them. */
export const endsOf = ({ resources }: Known, resource: Resource) => endsAmong(resources)(resource)

/** The numbers that lists of a resource answer: how many records point at a row. */
export const countsSchema = ({ resources }: Known, resource: Resource): Record<string, z.ZodType> =>
  Object.fromEntries(countsOf(resources, resource).map(({ name }) => [name, z.number().optional()]))

/** The same of rows. */
export const countsIn = ({ resources }: Known, resource: Resource): ((row: Row) => Row) => {
  const names = countsOf(resources, resource).map(({ name }) => name)
  return (row) => Object.fromEntries(names.map((name) => [name, row[name]]))
}

/** What a record answers of them. */
export const endsSchema = (known: Known, resource: Resource): Record<string, z.ZodType> =>
  Object.assign({}, ...endsOf(known, resource).map(({ end }) => wireKinds.references.answers(end.name, fieldOf(end))))

/** What a client may send of them. */
export const endsSent = (known: Known, resource: Resource): Record<string, z.core.$ZodType> =>
  Object.fromEntries(
    endsOf(known, resource).map(({ end }) => [end.name, z.optional(wireKinds.references.sends ?? z.unknown())]),
  )

/** The records that point at one, by the names under which it shows them. */
export const readEnds = async (
  services: Services,
  resource: Resource,
  id: number,
): Promise<Record<string, unknown>> => {
  const found: Record<string, unknown> = {}
  for (const { end, holder } of endsOf(services, resource))
    found[end.name] = await services.records.holdersOf(holder, end.field, id)
  return found
}

const askedIn = (known: Known, resource: Resource, { fields }: Sent): { asked: Asked[]; problems: FieldProblem[] } => {
  const problems: FieldProblem[] = []
  const asked = endsOf(known, resource).flatMap(({ end, holder }) => {
    if (!Object.hasOwn(fields, end.name)) return []
    const { data, error } = fieldOf(end).input.safeParse(fields[end.name])
    for (const { code, message } of error?.issues.slice(0, 1) ?? [])
      problems.push(fieldProblem(end.name, code ?? 'invalid', message))
    return [{ end, holder, ids: Array.isArray(data) ? data.filter((id) => typeof id === 'number') : [] }]
  })
  return { asked, problems }
}

/** A write without what it says of the other ends, and the dispatch that writes those as well. */
export const splitEnds = (services: Services, resource: Resource, sent: Sent, dispatch: Dispatch) => {
  const { asked, problems } = askedIn(services, resource, sent)
  if (asked.length === 0) return { sent, dispatch }
  const names = asked.map(({ end }) => end.name)
  const withEnds = asked.reduce<Dispatch>(
    (inner, one) => (command) =>
      command.resource === resource ? services.bothEnds.edit(command, one, inner) : inner(command),
    dispatch,
  )
  const fields = Object.fromEntries(Object.entries(sent.fields).filter(([name]) => !names.includes(name)))
  const refused: Dispatch = (command) => dispatch({ ...command, ...refusedFor(problems) })
  return { sent: { ...sent, fields }, dispatch: problems.length > 0 ? refused : withEnds }
}
