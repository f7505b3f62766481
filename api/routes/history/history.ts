import { z } from 'zod'
import { lookersAt } from '../../../domain/people/personal.ts'
import type { Resource } from '../../../domain/resource.ts'
import type { LogEvent } from '../../../event-store/log.ts'
import { entrySchema, type HistoryEntry, historyOf } from '../../wire/history.ts'
import { actorNameFor, historyFor } from '../../wire/masked.ts'
import type { Services } from '../../server/services.ts'
import { type Route, route, type Session, signedIn } from '../../server/route.ts'
import { asOf } from '../../wire/moment.ts'
import { peopleNamed } from '../../wire/schedule.ts'
import { idParams, plain, whole } from '../../wire/wire.ts'
import { revertRoutes } from './revert.ts'
import { storyOf } from './story.ts'
import { versionRoute } from './version.ts'

const anyVersion = whole(1, 999_999_999)

/** Entries with the names of who did it, as a reader may know them. */
const withNames = async (services: Services, entries: readonly HistoryEntry[], reader: Session) => {
  const names = await services.records.names(entries.map(({ actor }) => actor))
  const nameFor = actorNameFor(services, reader)
  return entries.map((one) => {
    const { type, id } = one.actor
    return { ...one, actor: { ...one.actor, name: nameFor(type, names.get(`${type}-${id}`) ?? String(id)) } }
  })
}

/** The same with who proposed what somebody else published (docs/decisions/content/0200). */
const withProposers = async <E extends { version: number }>(
  services: Services,
  events: readonly LogEvent[],
  entries: readonly E[],
  reader: Session,
) => {
  const causes = new Map(
    entries.flatMap(({ version }) => {
      const meta = events[version - 1]?.meta
      return meta && meta.causationId !== meta.commandId ? [[version, meta.causationId] as const] : []
    }),
  )
  const proposers = await services.records.proposersOf([...causes.values()])
  const named = await peopleNamed(services, reader, [...proposers.values()])
  return entries.map((entry) => {
    const proposer = proposers.get(causes.get(entry.version) ?? '')
    return proposer === undefined ? entry : { ...entry, proposer: named(proposer) }
  })
}

/** The history of a record, read from its stream and not from a read model, and its versions. */
export const storyRoutes = (services: Services, resource: Resource): Route[] => [
  route({
    method: 'GET',
    url: `/${resource.name}/:id/history`,
    audience: { anyOf: lookersAt(resource) },
    // Of what happened until then it tells no more than today.
    atMoments: { anyOf: lookersAt(resource) },
    summary: `Who changed what in one of the ${resource.plural}, the newest first`,
    params: idParams,
    // With a version: that change alone, with its texts whole. `field`: the changes of one field; `before` and `limit`: a part of all.
    query: z.object({
      version: anyVersion.optional(),
      field: plain(80).optional(),
      before: anyVersion.optional(),
      limit: whole(1, 200).optional(),
      as_of: asOf,
    }),
    response: z.object({ data: z.array(entrySchema), meta: z.object({ versions: z.number() }) }),
    handler: async ({ params, query, session }) => {
      const reader = signedIn({ session })
      const { events } = await storyOf(services, reader, resource, params.id, query.as_of)
      const { version, field, before, limit } = query
      const asked = historyOf(resource, params.id, events, version).filter(
        (one) =>
          (version === undefined || one.version === version) &&
          (before === undefined || one.version < before) &&
          (field === undefined || one.changes.some((change) => change.field === field)),
      )
      const data = await withNames(services, historyFor(resource, asked.slice(0, limit), reader), reader)
      const told = resource.publishing ? await withProposers(services, events, data, reader) : data
      return { data: told, meta: { versions: events.length } }
    },
  }),
  versionRoute(services, resource),
]

/** The same, and the way back. */
export const historyRoutes = (services: Services, resource: Resource): Route[] => [
  ...storyRoutes(services, resource),
  ...(resource.events.revert === undefined ? [] : revertRoutes(services, resource)),
]
