import { z } from 'zod'
import { previewHours } from '../../../domain/events/preview-links.ts'
import { isPreviewable } from '../../../domain/publishing.ts'
import { staff } from '../../../domain/person.ts'
import { accessDenied, noSuchRecord, Rejected } from '../../../domain/rejected.ts'
import type { Resource } from '../../../domain/resource.ts'
import { done, doneSchema, readFields } from '../../body/fields.ts'
import { correlationOf } from '../../server/request-id.ts'
import { type Call, type Route, route, signedIn } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'
import { peopleNamed } from '../../wire/schedule.ts'
import { once } from '../../writes/once.ts'
import { openedRoutes } from './opened.ts'

const resource = z.string('resource is the name of a kind of record').max(60)
const record = z.int('record is the number of a record').min(1).max(2_147_483_647)
const hours = z.union(
  previewHours.map((one) => z.literal(one)),
  'hours are 1, 8, 24, 72, 168 or 336',
)
const makeSchema = z.object({ resource, record, hours })
const linkParams = z.object({ id: z.string().max(100) })

const listedSchema = z.object({
  id: z.string(),
  by: z.object({ id: z.string(), name: z.string() }),
  createdAt: z.string(),
  expiresAt: z.string(),
  usedAt: z.string().nullable(),
  uses: z.number(),
})

/** A resource whose records somebody may show by a link: those that they may edit. @throws Rejected missing, forbidden */
const editable = (services: Services, call: Call, name: string): Resource => {
  const found = services.resources.find((one) => one.name === name)
  if (!found || !isPreviewable(found)) throw new Rejected('There is no such kind of record.', 'missing')
  if (!signedIn(call).perms.includes(`u-${found.area}`)) throw new Rejected(accessDenied, 'forbidden')
  return found
}

const listRoute = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/preview_link',
    audience: staff,
    summary: 'The links by which somebody without an account sees a draft of a record',
    query: z.object({ resource, record: z.coerce.number().int().min(1).max(2_147_483_647) }),
    response: z.object({ data: z.array(listedSchema) }),
    handler: async (call) => {
      editable(services, call, call.query.resource)
      const links = await services.previewLinks.list(call.query)
      const named = await peopleNamed(
        services,
        signedIn(call),
        links.map(({ person }) => person),
      )
      const data = links.map(({ id, person, createdAt, expiresAt, usedAt, uses }) => ({
        id,
        by: named(person),
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        usedAt: usedAt?.toISOString() ?? null,
        uses,
      }))
      return { data }
    },
  })

const makeRoute = (services: Services): Route =>
  route({
    method: 'POST',
    url: '/preview_link',
    audience: staff,
    summary:
      'Make a link by which somebody without an account sees a draft of a record; its address is in this answer alone',
    sends: makeSchema,
    response: doneSchema.extend({ data: z.object({ id: z.string(), address: z.string(), expiresAt: z.string() }) }),
    handler: async (call) => {
      const { actor } = signedIn(call)
      const asked = await readFields(call.request, makeSchema)
      const of = editable(services, call, asked.resource)
      const found = await services.records.find(of, String(asked.record), 'staff')
      if (!found || found.status === 'deleted') throw noSuchRecord(of)
      return once(services, call, JSON.stringify(asked), async ({ commandId }) => {
        const by = { actor, correlationId: correlationOf(call.request) }
        const { id, token, expiresAt } = await services.previewLinks.make(asked, by, commandId)
        const address = `${services.config.publicUrl}/preview/${token}`
        const data = { id, address, expiresAt: expiresAt.toISOString() }
        return { status: 200, body: { ...done('preview_link', 'The link is made.'), data } }
      })
    },
  })

const revokeRoute = (services: Services): Route =>
  route({
    method: 'DELETE',
    url: '/preview_link/:id',
    audience: staff,
    summary: 'Revoke a link for a preview',
    params: linkParams,
    response: doneSchema,
    handler: async (call) => {
      const link = await services.previewLinks.find(call.params.id)
      if (link) editable(services, call, link.resource)
      const by = { actor: signedIn(call).actor, correlationId: correlationOf(call.request) }
      if (link) await services.previewLinks.revoke(link, by)
      return done('preview_link', 'The link is revoked.')
    },
  })

/** Links that show a draft to somebody without an account (docs/decisions/content/0179). */
export const previewLinkRoutes = (services: Services): Route[] => [
  listRoute(services),
  makeRoute(services),
  revokeRoute(services),
  ...openedRoutes(services),
]
