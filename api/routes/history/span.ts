import { z } from 'zod'
import { goalOfSpan, type Span } from '../../../commands/revert/span.ts'
import { actorNamed } from '../../../domain/event.ts'
import { isPersonType, staff } from '../../../domain/person.ts'
import { Rejected } from '../../../domain/rejected.ts'
import { readFields } from '../../body/fields.ts'
import { itemOf, startOnce } from '../../writes/many.ts'
import { type Route, route, type Session, signedIn } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'
import { writeSchema } from '../../wire/wire.ts'
import { mayLook, partsOf, previewRecord, type RecordPreview, recordSchema } from './record-preview.ts'

const moment = z.iso.datetime({ offset: true, error: '{name} is a moment with its offset from UTC.' })
const spanShape = {
  person: z
    .string('{name} is a person such as user-7.')
    .regex(/^(user|employee)-\d{1,10}$/, '{name} is a person such as user-7.'),
  from: moment,
  until: moment,
}
const spanQuery = z.object(spanShape)

const startSchema = z.object({
  ...spanShape,
  records: z
    .array(
      z.object({ resource: z.string(), id: z.int().min(1).max(2_147_483_647), version: z.int().min(1) }),
      'records are a list',
    )
    .min(1, 'Choose at least one record.')
    .max(200, 'At most 200 records'),
})

const longest = 24 * 3_600_000
const most = 200

const readSpan = ({ person: name, from, until }: z.output<typeof spanQuery>): Span => {
  const { type, id } = actorNamed(name)
  const span = { from: new Date(from), until: new Date(until) }
  const milliseconds = span.until.getTime() - span.from.getTime()
  if (!isPersonType(type) || milliseconds <= 0 || milliseconds > longest)
    throw new Rejected('Up to 24 hours of one person are taken back at once.', 'validation')
  return { person: { type, id: Number(id) }, ...span }
}

const found = async (services: Services, session: Session, span: Span) => {
  const known = services.resources.filter((resource) => mayLook(resource, session))
  const resources = known.map(({ name }) => name)
  const touched = await services.records.recordsTouched(span.person, { ...span, resources, most: most + 1 })
  const all: (RecordPreview & { goal: unknown })[] = []
  for (const { resource: name, id } of touched.slice(0, most)) {
    const resource = known.find((one) => one.name === name)
    if (!resource) continue
    const one = await previewRecord(services, session, { resource, id }, ({ events }) =>
      goalOfSpan(events, span, resource),
    )
    if (one) all.push(one)
  }
  return { all, isCut: touched.length > most }
}

/** What one person did in some hours, taken back: what that would change, and doing it as a job (docs/decisions/engine/0141). */
export const spanRoutes = (services: Services): Route[] => [
  route({
    method: 'GET',
    url: '/take_back',
    audience: staff,
    summary: 'What it would change to take back all that a person did in a span of up to 24 hours',
    query: spanQuery,
    perMinute: 30,
    response: z.object({ data: z.array(recordSchema), isCut: z.boolean() }),
    handler: async ({ query, session }) => {
      const { all, isCut } = await found(services, signedIn({ session }), readSpan(query))
      return { data: all.map(({ goal: _, ...one }) => one), isCut }
    },
  }),
  route({
    method: 'POST',
    url: '/take_back',
    audience: staff,
    summary: 'Take back what a person did to some records in a span, as a job that can be taken back in turn',
    sends: startSchema,
    response: writeSchema,
    handler: async (call) => {
      const session = signedIn(call)
      const asked = await readFields(call.request, startSchema)
      const span = readSpan(asked)
      return startOnce(services, call, ['take_back', asked], async () => {
        await services.jobs.checkRoom(session.actor)
        const items = []
        for (const { resource: name, id, version } of asked.records) {
          const resource = services.resources.find((one) => one.name === name)
          if (!resource || !mayLook(resource, session))
            throw new Rejected('You may not take back what was done to some of these records.', 'forbidden')
          const one = await previewRecord(services, session, { resource, id }, ({ events }) =>
            goalOfSpan(events, span, resource),
          )
          const fields = one ? partsOf(one) : []
          if (one?.goal && fields.length > 0)
            items.push({ ...itemOf(resource, 'revert', id, { ...one.goal, fields }), version })
        }
        const [first] = items
        if (!first) throw new Rejected('Nothing of this can be taken back.')
        return { verb: 'revert', resource: first.resource, items }
      })
    },
  }),
]
