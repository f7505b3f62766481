import { z } from 'zod'
import { mostListed } from '../../../commands/schedule/schedule.ts'
import { streamOf } from '../../../domain/event.ts'
import { staff } from '../../../domain/person.ts'
import { sightOf } from '../../../domain/people/personal.ts'
import { Rejected } from '../../../domain/rejected.ts'
import { type Entry, entrySchema } from '../../../domain/schedule/entry.ts'
import type { RecordMoment } from '../../../projections/schedule/calendar.ts'
import { entryOf, maySee, namesOfRecords, peopleNamed } from '../../wire/schedule.ts'
import type { Services } from '../../server/services.ts'
import { personOf, type Route, route, signedIn } from '../../server/route.ts'

const moment = z.iso.datetime({ offset: true, error: '{name} is a moment with its offset from UTC.' })

const calendarQuery = z.object({
  from: moment,
  until: moment,
  resource: z.string().max(80).optional(),
  person: z
    .string()
    .regex(/^user-\d{1,10}$/, '{name} is somebody of the staff, such as user-7.')
    .optional(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']).optional(),
})

const longest = 400 * 86_400_000

const verbs: Readonly<Record<RecordMoment['kind'], string>> = { publish: 'activate', begin: 'begin', end: 'end' }
const labels = { publish: 'Is published', begin: 'Begins to be shown', end: 'Ends to be shown' } as const

/** A moment that a record holds. What has passed by now took effect. */
const ofRecord = ({ kind, resource, id, at }: RecordMoment, names: ReadonlyMap<string, string>, now: Date): Entry => ({
  id: `${kind}-${resource}-${id}`,
  kind,
  resource,
  verb: verbs[kind],
  label: labels[kind],
  at: at.toISOString(),
  state: at > now ? 'waiting' : 'done',
  total: 1,
  done: 0,
  failed: 0,
  fields: [],
  records: [{ id, name: names.get(streamOf(resource, id)) ?? null }],
  person: null,
  isOwn: false,
  mayCancel: false,
  mayMove: false,
  says: null,
})

/** What happens by itself in a span: what was planned, what is published at its moment, and what begins or ends to be shown. */
export const calendarRoute = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/schedule',
    audience: staff,
    summary: 'What happens by itself between two moments',
    query: calendarQuery,
    response: z.object({ data: z.array(entrySchema), isCut: z.boolean() }),
    handler: async (call) => {
      const session = signedIn(call)
      const { query } = call
      const [from, until] = [new Date(query.from), new Date(query.until)]
      if (until <= from || until.getTime() - from.getTime() > longest)
        throw new Rejected('A calendar shows up to 400 days, the first moment before the last.', 'validation')
      const shown = services.resources.filter(
        (resource) =>
          (query.resource ?? resource.name) === resource.name && sightOf(resource, session.perms) !== 'none',
      )
      const asked = { from, until, own: personOf(session), person: query.person, state: query.state }
      const planned = (await services.schedule.list({ ...asked, resources: shown.map(({ name }) => name) })).filter(
        (one) => maySee(services, session, one) && (query.resource ?? one.resource) === one.resource,
      )
      const moments =
        query.person === undefined
          ? await services.records.recordMoments(shown, { from, until, most: mostListed + 1 })
          : []
      const named = [
        ...planned.flatMap(({ resource, records }) => records.map((id) => ({ resource, id }))),
        ...moments.map(({ resource, id }) => ({ resource, id })),
      ]
      const names = await namesOfRecords(services, session, named)
      const people = await peopleNamed(
        services,
        session,
        planned.map(({ person }) => person),
      )
      const now = new Date()
      const all = [
        ...planned.map((one) => entryOf(services, session, one, names, people)),
        ...moments.map((one) => ofRecord(one, names, now)),
      ]
        .filter(({ state }) => (query.state ?? state) === state)
        .toSorted((one, other) => one.at.localeCompare(other.at) || one.id.localeCompare(other.id))
      return { data: all.slice(0, mostListed), isCut: all.length > mostListed }
    },
  })
