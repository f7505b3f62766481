import { z } from 'zod'
import { loadRecord } from '../../../commands/record.ts'
import { fold } from '../../../domain/evolve.ts'
import { fieldsWithin, isFile, leavesOfRecord, pointsAt } from '../../../domain/fields/walk.ts'
import type { JsonObject } from '../../../domain/event.ts'
import { masked } from '../../../domain/people/masked.ts'
import { lookersAt, sightOf } from '../../../domain/people/personal.ts'
import { Rejected } from '../../../domain/rejected.ts'
import { file } from '../../../domain/resources/file.ts'
import { valuesOf, type Resource } from '../../../domain/resource.ts'
import { fileLink } from '../../../projections/sql.ts'
import type { Services } from '../../server/services.ts'
import { type Route, route, type Session, signedIn } from '../../server/route.ts'
import { momentQuery } from '../../wire/moment.ts'
import { idParams, whole } from '../../wire/wire.ts'
import { storyOf } from './story.ts'

const fileSchema = z.object({ id: z.number(), name: z.string(), link: z.string() })

const versionSchema = z.object({
  version: z.number(),
  status: z.string(),
  slug: z.string().nullable(),
  values: z.record(z.string(), z.unknown()),
  /** Of each secret the version that set it last, or null. */
  secrets: z.record(z.string(), z.number().nullable()),
  files: z.array(fileSchema),
})

/** Files that values name, where they are still there. */
export const filesOf = async ({ log }: Pick<Services, 'log'>, { fields }: Resource, values: JsonObject) => {
  const holding = Object.fromEntries(Object.entries(fields).filter(([, field]) => fieldsWithin(field).some(isFile)))
  const leaves = leavesOfRecord(holding, values).filter((leaf) => isFile(leaf.field))
  const known: z.output<typeof fileSchema>[] = []
  for (const id of new Set(leaves.flatMap((leaf) => pointsAt(leaf)?.ids ?? []))) {
    const { state } = await loadRecord(log, file, id)
    const { key, name } = valuesOf(file, state)
    if (state.status !== 'none' && state.status !== 'deleted') known.push({ id, name, link: fileLink(key, name) })
  }
  return known
}

/** Values as a reader may know them, who may have to do without what is personal. */
const seenBy = (resource: Resource, values: JsonObject, { perms }: Session): JsonObject =>
  sightOf(resource, perms) === 'whole'
    ? values
    : Object.fromEntries(
        Object.entries(resource.fields).map(([name, field]) => [name, masked(field, values[name] ?? field.initial)]),
      )

/** A record as it was at one of its versions. */
export const versionRoute = (services: Services, resource: Resource): Route =>
  route({
    method: 'GET',
    url: `/${resource.name}/:id/history/:version`,
    audience: { anyOf: lookersAt(resource) },
    atMoments: { anyOf: lookersAt(resource) },
    summary: `One of the ${resource.plural} as it was at a version`,
    params: idParams.extend({ version: whole(1, 999_999_999) }),
    query: momentQuery,
    response: z.object({ data: versionSchema }),
    handler: async ({ params: { id, version }, query, session }) => {
      const reader = signedIn({ session })
      const { events } = await storyOf(services, reader, resource, id, query.as_of)
      if (version > events.length)
        throw new Rejected('There is no version {version} of this record.', 'missing', { values: { version } })
      const state = fold(resource, id, events.slice(0, version))
      const values = seenBy(resource, state.values, reader)
      const isSecret = (name: string) => resource.fields[name]?.kind === 'secret'
      const setBy = (name: string) =>
        events.findLastIndex(({ revision, data }) => revision < version && Object.hasOwn(data, name)) + 1
      return {
        data: {
          version,
          status: state.status,
          slug: state.slugs.at(-1) ?? null,
          values: Object.fromEntries(Object.entries(values).filter(([name]) => !isSecret(name))),
          secrets: Object.fromEntries(
            Object.keys(resource.fields)
              .filter(isSecret)
              .map((name) => [name, setBy(name) || null]),
          ),
          files: await filesOf(services, resource, values),
        },
      }
    },
  })
