import { z } from 'zod'
import { type LogEvent } from '../../../event-store/log.ts'
import { splitStream } from '../../../domain/event.ts'
import { fold } from '../../../domain/evolve.ts'
import { hidesOwned, seesTrash, sightOf } from '../../../domain/people/personal.ts'
import { Rejected } from '../../../domain/rejected.ts'
import type { Resource } from '../../../domain/resource.ts'
import { type Route, route, type Session, signedIn } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'
import { type Names, namesIn, type Told } from '../../wire/change-names.ts'
import { type Change, changeSchema, historyOf } from '../../wire/history.ts'
import { historyFor } from '../../wire/masked.ts'
import { asOf, auditors, momentQuery, servicesAt } from '../../wire/moment.ts'
import { plain } from '../../wire/wire.ts'
import { trailReaders } from '../activity.ts'

/** What an entry changed, or null for whoever may not read its record. */
export type EntryChanges = Told & { isHidden: boolean }

const password: Change = { field: 'password', label: 'Password', from: null, to: null, isSecret: true }

const changesIn = (
  resource: Resource,
  id: number,
  events: readonly LogEvent[],
  { wanted, isWhole }: Asked,
  reader: Reader,
) => {
  const asked = events.filter(({ position }) => wanted.has(String(position)))
  const only = new Set(asked.map(({ revision }) => revision + 1))
  const entries = new Map(
    historyFor(resource, historyOf(resource, id, events, isWhole ? 'all' : undefined, only), reader).map((one) => [
      one.version,
      one,
    ]),
  )
  return asked.map((event): [string, Told] => {
    const { action = event.type, changes = [] } = entries.get(event.revision + 1) ?? {}
    const said = event.type.endsWith('PasswordChanged') ? [password] : changes
    return [String(event.position), { resource, action, changes: said }]
  })
}

type Reader = Pick<Session, 'perms'>
type Asked = { wanted: ReadonlySet<string>; isWhole: boolean }

const mayRead = (resource: Resource, id: number, events: readonly LogEvent[], { perms }: Reader): boolean => {
  const { status, values } = fold(resource, id, events)
  return (
    sightOf(resource, perms) !== 'none' &&
    (status !== 'deleted' || seesTrash(resource, perms)) &&
    !hidesOwned(resource, values, perms)
  )
}

/** What entries of the trail changed, by the positions that name them, as the histories of their records say it; texts cut unless `isWhole`. */
export const changesOfEntries = async (
  services: Pick<Services, 'log' | 'records' | 'resources'>,
  positions: readonly string[],
  reader: Reader,
  isWhole = false,
): Promise<ReadonlyMap<string, EntryChanges>> => {
  const found = new Map<string, EntryChanges>()
  const entries = await services.records.streamsOfEntries(positions)
  const asked = { wanted: new Set(entries.map(({ position }) => position)), isWhole }
  const streams = new Map(entries.map((entry) => [entry.stream, entry]))
  // Those asked for together are read together.
  await Promise.all(
    [...streams.values()].map(async ({ stream, resource: name, recordId }) => {
      const resource = services.resources.find((known) => known.name === name)
      if (!resource) return
      if (sightOf(resource, reader.perms) === 'none') {
        for (const { position } of entries.filter((entry) => entry.stream === stream))
          found.set(position, { resource, action: '', changes: [], isHidden: true })
        return
      }
      const { events } = await services.log.read(stream)
      const isHidden = !mayRead(resource, recordId, events, reader)
      for (const [position, told] of changesIn(resource, recordId, events, asked, reader))
        found.set(position, isHidden ? { ...told, changes: [], isHidden } : { ...told, isHidden })
    }),
  )
  return found
}

const told = z.object({ id: z.string(), action: z.string(), changes: z.array(changeSchema).nullable() })
const namesSchema = z.record(z.string(), z.string())

const answerOf = (found: ReadonlyMap<string, EntryChanges>) =>
  [...found].map(([id, { action, changes, isHidden }]) => ({ id, action, changes: isHidden ? null : [...changes] }))

const ids = plain(2_100)
  .regex(/^[1-9]\d{0,18}(,[1-9]\d{0,18}){0,99}$/, '{name} are up to 100 numbers, joined by commas.')
  .transform((text) => text.split(','))

const manyRoute = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/utility/activity_log/changes',
    audience: { anyOf: trailReaders },
    atMoments: auditors,
    summary: 'What up to 100 entries of the trail changed; null for those whose record one may not read',
    query: z.object({ ids, as_of: asOf }),
    response: z.object({ data: z.array(told), names: namesSchema }),
    handler: async ({ query, session }) => {
      const reader = signedIn({ session })
      const then = await servicesAt(services, query.as_of)
      const found = await changesOfEntries(then, query.ids, reader)
      return { data: answerOf(found), names: await namesIn(then, [...found.values()], reader) }
    },
  })

const nothingThere = () => new Rejected('This entry does not exist.', 'missing')

const entryRoute = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/utility/activity_log/:id',
    audience: { anyOf: trailReaders },
    atMoments: auditors,
    query: momentQuery,
    summary: 'What an entry of the trail changed; null for those who may not read the record',
    params: z.object({ id: z.string().regex(/^[1-9]\d{0,18}$/, '{name} is the number of an entry.') }),
    response: z.object({
      data: z.object({ changes: z.array(changeSchema).nullable(), reason: z.string().nullable() }),
      names: namesSchema,
    }),
    handler: async ({ params: { id }, query: { as_of: moment }, session }) => {
      if (moment !== undefined && BigInt(id) > (await services.moments.at(moment)).position) throw nothingThere()
      const then = await servicesAt(services, moment)
      const [event] = await services.log.store.readAll(BigInt(id) - 1n, 1)
      if (!event || String(event.position) !== id) throw nothingThere()
      const reader = signedIn({ session })
      const found = await changesOfEntries(then, [id], reader)
      const [entry] = answerOf(found)
      const isRecord = services.resources.some(({ name }) => name === splitStream(event.stream).category)
      const reason = !isRecord && typeof event.data.reason === 'string' ? event.data.reason : null
      const names: Names = await namesIn(then, [...found.values()], reader)
      return { data: { changes: entry ? entry.changes : [], reason }, names }
    },
  })

/** What entries of the trail changed, one by one or those of a page. */
export const trailChangesRoutes = (services: Services): Route[] => [manyRoute(services), entryRoute(services)]
