import type { Fields } from '../../domain/fields/values.ts'
import { z } from 'zod'
import { page } from '../../domain/resources/page.ts'
import { post } from '../../domain/resources/post.ts'
import { readSent } from '../body/sent.ts'
import { sizeOf } from '../body/size.ts'
import { readFields } from '../body/fields.ts'
import { portalSchema, sentSchema } from '../wire/record.ts'
import type { Services } from '../server/services.ts'
import { type Route, route } from '../server/route.ts'
import { galleryAfter, pictures } from '../wire/adapters/page.ts'
import { portalShaped, unshaped } from '../wire/adapters/reshape.ts'
import { asOf, previewers, servicesAt } from '../wire/moment.ts'
import { keyParams, listMeta, listQuery, metaSchema, writeSchema } from '../wire/wire.ts'
import { runWrite } from '../writes/write.ts'
import { readersOf } from '../server/route.ts'
import { idOf } from './verbs.ts'

const index = (services: Services, path: string, type: string, summary: string): Route =>
  route({
    method: 'GET',
    url: `/page/${path}`,
    audience: readersOf(page),
    atMoments: previewers,
    summary,
    query: listQuery.extend({ as_of: asOf }),
    response: z.object({ data: z.array(portalSchema(page)), meta: metaSchema }),
    handler: async ({ query }) => {
      const { records } = await servicesAt(services, query.as_of)
      const options = { page: query.page, perPage: query.per_page, keyword: query.keyword, filters: { type } }
      const { rows, total } = await records.portalList(page, options)
      return { data: rows.map((row) => portalShaped(page, row)), meta: listMeta(total, query.per_page) }
    },
  })

const sendsGallery = z.object({
  ...sentSchema(page, false, ['name', 'parent', 'excerpt']).shape,
  content: z.union([z.array(z.unknown()), z.string()]).optional(),
  removed: z.string().optional(),
})

// What a menu entry of a type leads to.
const typesOf: Readonly<Record<string, readonly string[]>> = {
  isoform: ['form'],
  page: ['content', 'gallery', 'job', 'form'],
  content: ['content'],
  gallery: ['gallery'],
  job: ['job'],
  form: ['form'],
}

/** The calls about pages that do not follow from their declaration: galleries, the portal's indexes, and whether a page is there. */
export const pageRoutes = (services: Services): Route[] => [
  index(services, 'gallery_index', 'gallery', 'The galleries of the portal, newest first'),
  index(services, 'job_index', 'job', 'The internal jobs of the portal, newest first'),
  route({
    method: 'POST',
    url: '/page/gallery',
    audience: { anyOf: ['c-page'] },
    summary: 'Create a gallery with its images',
    sends: sendsGallery,
    takes: sizeOf(page),
    response: writeSchema,
    handler: async (call) => {
      const { fields, ...sent } = unshaped(page, await readSent(call.request))
      return runWrite(services, call, page, 'create', undefined, { ...sent, fields: { ...fields, type: 'gallery' } })
    },
  }),
  route({
    method: 'PUT',
    url: '/page/:key/gallery',
    audience: { anyOf: ['u-page'] },
    summary: 'Change, add and remove images of a gallery',
    params: keyParams,
    sends: sendsGallery,
    takes: sizeOf(page),
    response: writeSchema,
    handler: async (call) => {
      const raw = await readSent(call.request)
      const sent = unshaped(page, raw)
      const { [pictures]: _, ...others } = sent.fields
      const id = await idOf(services, page, call.params.key)
      return runWrite(services, call, page, 'edit', id, sent, {
        fieldsOn: (state, isFirstTry) => ({ ...others, ...galleryAfter(state, raw, !isFirstTry) }),
      })
    },
  }),
  route({
    method: 'POST',
    url: '/utility/check_page',
    audience: readersOf(page),
    summary: 'Whether the portal has a page of a type at an address',
    sends: z.object({ type: z.string(), url: z.string() }),
    response: z.object({
      data: z.object({ exists: z.boolean(), id: z.number().nullable(), slug: z.string().nullable() }),
    }),
    handler: async ({ request }) => {
      const { type, url } = await readFields(request, z.object({ type: z.string().max(80), url: z.string().max(300) }))
      const key = url.replace(/^\/(post\/)?/, '')
      const found = await services.records.portalRecord<Fields>(type === 'post' ? post : page, key)
      const exists = found !== null && (type === 'post' || (typesOf[type] ?? []).some((one) => one === found.type))
      return { data: exists ? { exists, id: found.id, slug: found.slug } : { exists, id: null, slug: null } }
    },
  }),
]
