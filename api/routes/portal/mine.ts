import { z } from 'zod'
import { isObject } from '../../../domain/json.ts'
import { noSuchRecord } from '../../../domain/rejected.ts'
import { inboxListOf } from '../../../domain/shapes/inbox.ts'
import type { Resource } from '../../../domain/resource.ts'
import { done, doneSchema } from '../../body/fields.ts'
import { recordSchema, toRecord } from '../../wire/record.ts'
import { personOf, type Route, route, type Session, signedIn } from '../../server/route.ts'
import type { Row, Services } from '../../server/services.ts'
import { idsParams, listMeta, metaSchema } from '../../wire/wire.ts'
import { stepSchema, timelineOf } from '../inbox/timeline.ts'

const wholeNumber = z.coerce.number().int().min(1)
const pageQuery = z.object({ page: wholeNumber.max(100_000).default(1) })
// Of applications also those for one job, which its page shows.
const jobQuery = pageQuery.extend({ job: wholeNumber.max(2_147_483_647).optional() })
const idParams = z.object({ id: wholeNumber.max(2_147_483_647) })

const perPage = 10

/** What somebody has sent as they read it: with its steps, and whether staff have done something since they looked. */
const ownSchema = (resource: Resource) => recordSchema(resource).extend({ timeline: z.array(stepSchema) })

const ownOf = async (services: Services, resource: Resource, row: Row) => ({
  ...toRecord(resource, row),
  timeline: await timelineOf(services, resource, Number(row.id)),
})

/** Their own record. @throws Rejected missing for another's as for one that never was */
const findOwn = async ({ records }: Services, resource: Resource, id: number, session: Session): Promise<Row> => {
  const found = await records.find(resource, String(id), 'staff')
  const author = found?.[resource.author ?? '']
  if (!found || !isObject(author) || author.id !== session.actor.id) throw noSuchRecord(resource)
  return found
}

/** What the signed-in employee has sent, the newest first, with its steps; one of it, and the mark that they have seen it. */
export const mineRoutes = (services: Services, resource: Resource): Route[] => [
  route({
    method: 'GET',
    url: `/${resource.name}/mine`,
    audience: 'employee',
    summary: `The own ${resource.plural} with their steps`,
    query: resource.fields.job ? jobQuery : pageQuery,
    response: z.object({ data: z.array(ownSchema(resource)), meta: metaSchema }),
    handler: async ({ query, session }) => {
      const author = String(signedIn({ session }).actor.id)
      const job = 'job' in query && typeof query.job === 'number' ? query.job : undefined
      const asked = {
        page: query.page,
        perPage,
        keyword: '',
        status: '',
        filters: { author, ...(job === undefined ? {} : { job: String(job) }) },
        scope: 'staff' as const,
      }
      const { rows, total } = await services.records.list(resource, asked)
      const found = await Promise.all(rows.map(({ id }) => services.records.find(resource, String(id), 'staff')))
      const data = await Promise.all(found.flatMap((row) => (row ? [ownOf(services, resource, row)] : [])))
      return { data, meta: listMeta(total, perPage) }
    },
  }),
  route({
    method: 'GET',
    url: `/${resource.name}/:id/mine`,
    audience: 'employee',
    summary: `One of the own ${resource.plural} with its steps and answers`,
    params: idParams,
    response: z.object({ data: ownSchema(resource) }),
    handler: async ({ params, session }) => ({
      data: await ownOf(services, resource, await findOwn(services, resource, params.id, signedIn({ session }))),
    }),
  }),
  route({
    method: 'POST',
    url: `/${resource.name}/:ids/seen`,
    audience: 'employee',
    summary: `Mark one or up to 100 of the own ${resource.plural} as seen`,
    params: idsParams,
    response: doneSchema,
    handler: async ({ params, session }) => {
      const reader = signedIn({ session })
      const found = await Promise.all(params.ids.map((id) => findOwn(services, resource, id, reader)))
      const seen = found.map(({ id, version }) => ({ id: Number(id), version: Number(version) }))
      await services.opened.mark(personOf(reader), resource, seen, true)
      return done(resource.name, 'Marked as read.')
    },
  }),
]

const lists = (resources: readonly Resource[]) => resources.flatMap(({ inbox }) => inbox?.lists ?? [])

/** All that the signed-in employee has sent, of every kind. */
export const sentRoute = (services: Services, resources: readonly Resource[]): Route => {
  const sentOf = (resource: Resource) =>
    ownSchema(resource).extend({
      resource: z.literal(resource.name),
      list: z.string(),
      answers: z.number(),
      isUnread: z.boolean(),
    })
  return route({
    method: 'GET',
    url: '/utility/sent',
    audience: 'employee',
    summary: 'All that one has sent, the newest first, with how often it was answered and what one has not seen',
    query: pageQuery.extend({
      kind: z.enum(lists(resources).map(({ path }) => path)).optional(),
      state: z.enum(['open', 'over']).optional(),
    }),
    response: z.object({
      data: z.array(z.union(resources.map(sentOf))),
      meta: metaSchema.extend({ unread: z.number() }),
    }),
    handler: async ({ query: { page, kind, state }, session }) => {
      const reader = signedIn({ session })
      const isOpen = state === undefined ? undefined : state === 'open'
      const asked = { person: personOf(reader), author: Number(reader.actor.id), list: kind, isOpen, page, perPage }
      const { rows, total, unread } = await services.records.sentBy(resources, asked)
      const data = await Promise.all(
        rows.flatMap(async ({ resource: name, id, isUnread }) => {
          const resource = resources.find((one) => one.name === name)
          const row = resource && (await services.records.find(resource, String(id), 'staff'))
          if (!resource?.inbox || !row) return []
          const { answers } = row
          const one = await ownOf(services, resource, row)
          return [
            {
              ...one,
              resource: name,
              list: inboxListOf(resource.inbox, row).path,
              answers: Array.isArray(answers) ? answers.length : 0,
              isUnread,
            },
          ]
        }),
      )
      return { data: data.flat(), meta: { ...listMeta(total, perPage), unread } }
    },
  })
}
