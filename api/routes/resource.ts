import { z } from 'zod'
import { Rejected } from '../../domain/rejected.ts'
import { actionOf, type Resource } from '../../domain/resource.ts'
import { readSent } from '../body/sent.ts'
import { sizeOf } from '../body/size.ts'
import type { Rooms } from '../rooms.ts'
import { type Call, checkAudience, type Route, route } from '../route.ts'
import { idsParams, keyParams, listMeta, listQuery, type ListQuery, metaSchema, writeSchema } from '../wire.ts'
import { recordSchema, sentSchema, toRecord } from '../record.ts'
import { capital, runMany, runWrite } from '../write.ts'

const idOf = async (rooms: Rooms, resource: Resource, key: string): Promise<number> => {
  if (/^\d{1,10}$/.test(key) && Number(key) <= 2_147_483_647) return Number(key)
  const found = await rooms.records.find(resource, key, 'all')
  if (!found) throw new Rejected(`This ${resource.label.toLowerCase()} does not exist.`, 'missing')
  return Number(found.row.id)
}

const filtersOf = (resource: Resource, query: ListQuery): Record<string, string> => {
  const asked: Readonly<Record<string, string | undefined>> = { category: query.category, type: query.type }
  return Object.fromEntries(
    (resource.list.filters ?? []).flatMap((name) => {
      const value = asked[name]
      return value ? [[name, value]] : []
    }),
  )
}

/** What a list call asks of the read side. */
export const listOptions = (resource: Resource, query: ListQuery, call: Pick<Call, 'session'>) => {
  const isTrash = query.status === 'deleted'
  // Trash is for those who may fill it (spec/decisions X11).
  if (isTrash) checkAudience(call.session, { anyOf: [`d-${resource.area}`] })
  return {
    page: query.page,
    perPage: query.per_page,
    keyword: query.keyword,
    status: isTrash ? '' : query.status,
    filters: filtersOf(resource, query),
    scope: isTrash ? ('trash' as const) : ('staff' as const),
  }
}

/** GET list and GET one for staff. */
export const readRoutes = (rooms: Rooms, resource: Resource): Route[] => {
  const readers = { anyOf: [`r-${resource.area}`] }
  const record = recordSchema(resource)
  return [
    route({
      method: 'GET',
      url: `/${resource.name}`,
      audience: readers,
      summary: `List ${resource.plural}`,
      query: listQuery,
      response: z.object({ data: z.array(record), meta: metaSchema }),
      handler: async ({ query, session }) => {
        const { rows, total } = await rooms.records.list(resource, listOptions(resource, query, { session }))
        return { data: rows.map((row) => toRecord(resource, row)), meta: listMeta(total, query.per_page) }
      },
    }),
    route({
      method: 'GET',
      url: `/${resource.name}/:key`,
      audience: readers,
      summary: `One of the ${resource.plural}`,
      params: keyParams,
      response: z.object({ data: record }),
      handler: async ({ params, reply }) => {
        const found = await rooms.records.find(resource, params.key, 'staff')
        if (!found) throw new Rejected(`This ${resource.label.toLowerCase()} does not exist.`, 'missing')
        reply.header('etag', `"${String(found.row.version)}"`)
        return { data: toRecord(resource, found.row) }
      },
    }),
  ]
}

const nothing = { fields: {}, files: {}, fingerprint: '' }

const verbRoute = (rooms: Rooms, resource: Resource, verb: string, method: 'POST' | 'DELETE', path: string): Route =>
  route({
    method,
    url: `/${resource.name}/:ids${path}`,
    audience: { anyOf: [`${actionOf(resource, verb)}-${resource.area}`] },
    summary: `${capital(verb)} one or up to 100 ${resource.plural}`,
    params: idsParams,
    response: writeSchema,
    isForMany: true,
    handler: async (call) => {
      const [first, ...others] = call.params.ids
      if (first !== undefined && others.length === 0) {
        // A restore may bring another address, when its own was taken meanwhile (spec/decisions X20).
        const sent = verb === 'restore' && call.request.body ? await readSent(call.request) : nothing
        return runWrite(rooms, call, resource, verb, first, sent)
      }
      return runMany(rooms, call, resource, verb, call.params.ids)
    },
  })

/** Every write of a resource: create, edit, the standard verbs and its own. */
export const writeRoutes = (rooms: Rooms, resource: Resource): Route[] => [
  route({
    method: 'POST',
    url: `/${resource.name}`,
    audience: { anyOf: [`c-${resource.area}`] },
    summary: `Create one of the ${resource.plural}`,
    sends: sentSchema(resource, true),
    takes: sizeOf(resource),
    response: writeSchema,
    handler: async (call) => {
      const sent = await readSent(call.request)
      return runWrite(rooms, call, resource, 'create', undefined, sent)
    },
  }),
  route({
    method: 'PUT',
    url: `/${resource.name}/:key`,
    audience: { anyOf: [`u-${resource.area}`] },
    summary: `Edit one of the ${resource.plural}`,
    params: keyParams,
    sends: sentSchema(resource, false),
    takes: sizeOf(resource),
    response: writeSchema,
    handler: async (call) => {
      const sent = await readSent(call.request)
      return runWrite(rooms, call, resource, 'edit', await idOf(rooms, resource, call.params.key), sent)
    },
  }),
  ...['activate', 'deactivate', 'restore', ...Object.keys(resource.verbs)].map((verb) =>
    verbRoute(rooms, resource, verb, 'POST', `/${verb}`),
  ),
  verbRoute(rooms, resource, 'delete', 'DELETE', ''),
]
