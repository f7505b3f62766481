import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { Rejected } from '../../../domain/rejected.ts'
import { correlationOf } from '../../server/request-id.ts'
import { type Route, route } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'
import { asDownload } from '../library.ts'
import { openedPreviews } from './shown.ts'

const token = z.string().max(100)
const tokenParams = z.object({ token })

const shownSchema = z.object({
  name: z.string(),
  excerpt: z.string(),
  at: z.string(),
  category: z.string(),
  picture: z.string().nullable(),
  focus: z.string(),
  content: z.string(),
  hasStyle: z.boolean(),
  record: z.number(),
  until: z.string(),
})

// Whoever has the address may read it; nobody else is to find it.
const unlisted = (reply: FastifyReply): FastifyReply =>
  reply.header('x-robots-tag', 'noindex, nofollow').header('cache-control', 'private, no-store')

/** What whoever has the address of a link may read, and nothing else. */
export const openedRoutes = (services: Services): Route[] => {
  const shownBy = openedPreviews(services)
  return [
    route({
      method: 'GET',
      url: '/preview/:token',
      audience: 'anyone',
      summary: 'What a link for a preview shows',
      params: tokenParams,
      perMinute: 60,
      response: z.object({ data: shownSchema }),
      handler: async ({ params, request, reply }) => {
        unlisted(reply)
        const shown = await shownBy(params.token)
        await services.previewLinks.used(shown.link, correlationOf(request))
        const { name, excerpt, at, category, picture, focus, content, css, link } = shown
        const head = { name, excerpt, at, category, picture, focus, record: link.record }
        return { data: { ...head, content, hasStyle: css !== '', until: link.expiresAt.toISOString() } }
      },
    }),
    route({
      method: 'GET',
      url: '/preview/:token/style.css',
      audience: 'anyone',
      summary: 'The own styles of what a link for a preview shows',
      params: tokenParams,
      perMinute: 60,
      handler: async ({ params, reply }) => {
        unlisted(reply).type('text/css; charset=utf-8').header('x-content-type-options', 'nosniff')
        return (await shownBy(params.token)).css
      },
    }),
    route({
      method: 'GET',
      url: '/preview/:token/file/:key',
      audience: 'anyone',
      summary: 'A picture or file of what a link for a preview shows',
      params: z.object({ token, key: z.string().max(100) }),
      perMinute: 600,
      handler: async ({ params, reply }) => {
        const { link, files } = await shownBy(params.token)
        const viewer = { actor: link.maker, perms: link.perms }
        const found = files.has(params.key) ? await services.records.fileByKey(params.key, viewer) : null
        if (!found) throw new Rejected('There is nothing at this address.', 'missing')
        asDownload(unlisted(reply), found)
        return services.personalData.openFile(found.hash)
      },
    }),
  ]
}
