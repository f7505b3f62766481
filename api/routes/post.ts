import { z } from 'zod'
import { post } from '../../domain/post.ts'
import { Rejected } from '../../domain/rejected.ts'
import { readSent } from '../body/sent.ts'
import { recordSchema, textOf, toRecord } from '../record.ts'
import type { Rooms } from '../rooms.ts'
import { belongs, checkAudience, type Route, route, type Session, signedIn } from '../route.ts'
import { idIn, keyParams, listMeta, listQuery, metaSchema, writeSchema } from '../wire.ts'
import { runWrite } from '../write.ts'
import { listOptions } from './resource.ts'

const near = z.object({ slug: z.string(), name: z.string() }).nullable()

// Who may preview the portal reads what it shows, and no more (spec/decisions A11).
const readers = { anyOf: ['r-post', 'r-homepage'], employees: true }
const staffReaders = { anyOf: ['r-post'] }
const view = z.literal('portal', 'is portal or absent').optional()
const missing = () => new Rejected('This post does not exist.', 'missing')

const portalRecord = z.object({
  id: z.number(),
  name: z.string(),
  slug: z.string(),
  excerpt: z.string(),
  thumbnail_url: z.string().nullable(),
  created_at: z.string(),
  category: z.object({ id: z.number(), name: z.string(), slug: z.string() }).nullable(),
  content: z.string().optional(),
  css: z.string().optional(),
  version: z.number(),
  previous_page: near.optional(),
  next_page: near.optional(),
})

// The first that fits: only a row for staff says when it was changed.
const answered = z.union([recordSchema(post), portalRecord])

/** True for employees, and for staff who ask for what employees read. @throws Rejected for staff who may read no more than that */
const isForPortal = (session: Session | null, asked: 'portal' | undefined): boolean => {
  if (session?.actor.type === 'employee' || asked === 'portal') return true
  checkAudience(session, staffReaders)
  return false
}

/** Posts for staff and, in their own shape and only active ones, for employees (spec/decisions P13). */
export const postRoutes = (rooms: Rooms): Route[] => [
  route({
    method: 'GET',
    url: '/post',
    audience: readers,
    summary: 'List posts',
    query: listQuery.extend({ view }),
    response: z.object({ data: z.array(answered), meta: metaSchema }),
    handler: async ({ query, session }) => {
      if (isForPortal(session, query.view)) {
        const { rows, total } = await rooms.records.portalPosts({
          page: query.page,
          perPage: query.per_page,
          keyword: query.keyword,
          category: query.category ?? '',
        })
        return { data: rows, meta: listMeta(total, query.per_page) }
      }
      const { rows, total } = await rooms.records.list(post, listOptions(post, query, { session }))
      return { data: rows.map((row) => toRecord(post, row)), meta: listMeta(total, query.per_page) }
    },
  }),
  route({
    method: 'GET',
    url: '/post/:key',
    audience: readers,
    summary: 'One post, by id or slug',
    params: keyParams,
    query: z.object({ view }),
    response: z.object({ data: answered }),
    handler: async ({ params, query, session, reply }) => {
      if (isForPortal(session, query.view)) {
        const found = await rooms.records.portalPost(params.key)
        if (!found) throw missing()
        reply.header('etag', `"${found.version}"`)
        return { data: found }
      }
      const found = await rooms.records.find(post, params.key, 'staff')
      if (!found) throw missing()
      reply.header('etag', `"${String(found.row.version)}"`)
      return { data: toRecord(post, found.row) }
    },
  }),
  route({
    method: 'GET',
    url: '/post/:key/style.css',
    audience: readers,
    summary: "A post's own styles, scoped to its article",
    params: keyParams,
    handler: async ({ params, session, reply }) => {
      const found = await rooms.records.find(
        post,
        params.key,
        session && belongs(session, staffReaders) ? 'staff' : 'portal',
      )
      if (!found) throw missing()
      const { id, version, css } = found.row
      const styles = await rooms.styles.of({ id: Number(id), version: Number(version), css: textOf(css) })
      reply
        .type('text/css; charset=utf-8')
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'private, max-age=31536000')
      return styles
    },
  }),
  route({
    method: 'POST',
    url: '/post/set_featured',
    audience: { anyOf: ['u-post'] },
    summary: 'Set a post as featured',
    sends: z.object({ id: z.union([z.int(), z.string()]) }),
    response: writeSchema,
    handler: async (call) => {
      signedIn(call)
      const sent = await readSent(call.request)
      const id = idIn(sent.fields.id, 'Send the id of a post.')
      return runWrite(rooms, call, post, 'feature', id, { fields: {}, files: {}, fingerprint: '' })
    },
  }),
]
