import { z } from 'zod'
import type { JsonObject } from '../../domain/event.ts'
import { fieldProblem, Rejected, rejectFields } from '../../domain/rejected.ts'
import { actionOf, type Resource } from '../../domain/resource.ts'
import { eventId } from '../../event-store/log.ts'
import { streamOf } from '../../domain/event.ts'
import { readSent, type Sent } from '../body.ts'
import type { Rooms } from '../rooms.ts'
import { type Call, type Route, route, signedIn } from '../route.ts'
import {
  idsParams,
  keyParams,
  listMeta,
  listQuery,
  type ListQuery,
  metaSchema,
  versionOf,
  written,
  writeSchema,
} from '../wire.ts'
import { recordSchema, toRecord, toRow } from '../record.ts'

type Done = { id: number; ok: boolean; message: string }

const past: Readonly<Record<string, string>> = {
  create: 'created',
  edit: 'updated',
  activate: 'activated',
  deactivate: 'deactivated',
  delete: 'deleted',
  restore: 'restored',
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** What a finished verb says: "Post created.", or the verb's own sentence. */
export const doneMessage = (resource: Resource, verb: string, count = 1): string => {
  const own = resource.verbs[verb]?.done
  if (own && count === 1) return own
  const what = count === 1 ? resource.label : `${count} ${resource.plural}`
  return `${capital(what)} ${past[verb] ?? 'updated'}.`
}

const single = (header: string | string[] | undefined) => (typeof header === 'string' ? header : undefined)

/** Waits until the read models have the position; commands on what authorises answer only then (design §4). */
export const settled = async (rooms: Rooms, resource: Resource, position: bigint | null): Promise<boolean> => {
  if (position === null) return true
  const isProjected = await rooms.projector.waitFor(position, 2_000)
  if (!isProjected && (resource.name === 'user' || resource.name === 'role')) {
    throw new Rejected('The change is kept but not in force yet. Please look again in a moment.', 'throttled', {
      data: { retryAfter: 2 },
    })
  }
  return isProjected
}

/** Runs one write of a call: once per Idempotency-Key, its pictures stored only after every check. */
export const runWrite = async (
  rooms: Rooms,
  call: Call,
  resource: Resource,
  verb: string,
  id: number | undefined,
  sent: Sent,
): Promise<unknown> => {
  const session = signedIn(call)
  const person = streamOf(session.actor.type, session.actor.id)
  const ifVersion = versionOf(single(call.request.headers['if-match']))
  const key = single(call.request.headers['idempotency-key'])
  const said = JSON.stringify([verb, resource.name, id ?? null, ifVersion ?? null, sent.fingerprint])
  const answer = await rooms.answeredOnce(person, key, said, async (draw) => {
    const drawn = verb === 'create' ? (draw.drawnId ?? undefined) : id
    const outcome = await rooms.dispatch({
      resource,
      verb,
      actor: session.actor,
      perms: session.perms,
      commandId: draw.commandId,
      correlationId: call.request.id,
      sent: sent.fields,
      ...(drawn === undefined ? {} : { id: drawn }),
      ...(ifVersion === undefined ? {} : { ifVersion }),
      ...(Object.keys(sent.files).length > 0 ? { attach: () => storePictures(rooms, call, resource, sent) } : {}),
      onDraw: draw.keepId,
    })
    const isProjected = await settled(rooms, resource, outcome.position)
    return { status: 200, body: written(outcome, resource.name, doneMessage(resource, verb), isProjected) }
  })
  return answer.body
}

const storePictures = async (rooms: Rooms, call: Call, resource: Resource, sent: Sent): Promise<JsonObject> => {
  const values: JsonObject = {}
  for (const [name, uploaded] of Object.entries(sent.files)) {
    const stored = await rooms.files.storePicture(uploaded, {
      source: 'field',
      actor: signedIn(call).actor,
      correlationId: call.request.id,
    })
    values[name] = stored.id
  }
  return values
}

/** Files may only be sent where the declaration has a picture. */
const checkFiles = (resource: Resource, sent: Sent) => {
  for (const name of Object.keys(sent.files)) {
    if (resource.fields[name]?.kind !== 'picture')
      rejectFields([fieldProblem(name, 'unknown', `${name} does not take a file`)])
  }
}

const idOf = async (rooms: Rooms, resource: Resource, key: string): Promise<number> => {
  if (/^\d{1,10}$/.test(key) && Number(key) <= 2_147_483_647) return Number(key)
  const found = await rooms.records.find(resource, key, 'all')
  if (!found) throw new Rejected(`This ${resource.label.toLowerCase()} does not exist.`, 'missing')
  return Number(found.row.id)
}

const checkAllExist = async (rooms: Rooms, resource: Resource, ids: readonly number[]) => {
  for (const id of ids) {
    const { events } = await rooms.log.read(streamOf(resource.name, id))
    if (events.length === 0)
      throw new Rejected(
        `There is no ${resource.label.toLowerCase()} with the number ${id}. Nothing was done.`,
        'missing',
      )
  }
}

const reasonOf = (error: unknown): string => {
  if (error instanceof Rejected) return error.message
  throw error
}

const runMany = async (
  rooms: Rooms,
  call: Call,
  resource: Resource,
  verb: string,
  ids: readonly number[],
): Promise<unknown> => {
  const session = signedIn(call)
  await checkAllExist(rooms, resource, ids)
  const person = streamOf(session.actor.type, session.actor.id)
  const key = single(call.request.headers['idempotency-key'])
  const answer = await rooms.answeredOnce(person, key, JSON.stringify([verb, resource.name, ids]), async (draw) => {
    const results: Done[] = []
    let position: bigint | null = null
    for (const id of ids) {
      try {
        const commandId = eventId(draw.commandId, id)
        const outcome = await rooms.dispatch({
          resource,
          verb,
          id,
          actor: session.actor,
          perms: session.perms,
          commandId,
          correlationId: call.request.id,
        })
        if (outcome.position !== null && (position === null || outcome.position > position)) position = outcome.position
        results.push({ id, ok: true, message: doneMessage(resource, verb) })
      } catch (error) {
        results.push({ id, ok: false, message: reasonOf(error) })
      }
    }
    const isProjected = await settled(rooms, resource, position)
    const succeeded = results.filter((result) => result.ok).length
    const message =
      succeeded === ids.length
        ? doneMessage(resource, verb, ids.length)
        : `${succeeded} of ${ids.length} ${resource.plural} ${past[verb] ?? 'updated'}.`
    const body = {
      type: 'success',
      name: resource.name,
      message,
      results,
      position: position === null ? null : String(position),
      ...(isProjected ? {} : { projected: false }),
    }
    return { status: succeeded === ids.length ? 200 : 207, body }
  })
  call.reply.status(answer.status)
  return answer.body
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
export const listOptions = (resource: Resource, query: ListQuery) => ({
  page: query.page,
  perPage: query.per_page,
  keyword: query.keyword,
  status: query.status,
  filters: filtersOf(resource, query),
})

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
      handler: async ({ query }) => {
        const { rows, total } = await rooms.records.list(resource, { ...listOptions(resource, query), scope: 'staff' })
        return { data: rows.map((row) => toRow(resource, row)), meta: listMeta(total, query.per_page) }
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

const verbRoute = (rooms: Rooms, resource: Resource, verb: string, method: 'POST' | 'DELETE', path: string): Route =>
  route({
    method,
    url: `/${resource.name}/:ids${path}`,
    audience: { anyOf: [`${actionOf(resource, verb)}-${resource.area}`] },
    summary: `${capital(verb)} one or up to 100 ${resource.plural}`,
    params: idsParams,
    response: writeSchema,
    handler: async (call) => {
      const [first, ...others] = call.params.ids
      if (first !== undefined && others.length === 0)
        return runWrite(rooms, call, resource, verb, first, { fields: {}, files: {}, fingerprint: '' })
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
    response: writeSchema,
    handler: async (call) => {
      const sent = await readSent(call.request)
      checkFiles(resource, sent)
      return runWrite(rooms, call, resource, 'create', undefined, sent)
    },
  }),
  route({
    method: 'PUT',
    url: `/${resource.name}/:key`,
    audience: { anyOf: [`u-${resource.area}`] },
    summary: `Edit one of the ${resource.plural}`,
    params: keyParams,
    response: writeSchema,
    handler: async (call) => {
      const sent = await readSent(call.request)
      checkFiles(resource, sent)
      return runWrite(rooms, call, resource, 'edit', await idOf(rooms, resource, call.params.key), sent)
    },
  }),
  ...['activate', 'deactivate', 'restore', ...Object.keys(resource.verbs)].map((verb) =>
    verbRoute(rooms, resource, verb, 'POST', `/${verb}`),
  ),
  verbRoute(rooms, resource, 'delete', 'DELETE', ''),
]
