import { z } from 'zod'
import { configuration, configurationId } from '../../domain/configuration.ts'
import { holdsAny } from '../../domain/permission.ts'
import { accessDenied, Rejected } from '../../domain/rejected.ts'
import type { Resource } from '../../domain/resource.ts'
import { readSent } from '../body/sent.ts'
import { sizeOf } from '../body/size.ts'
import { sentSchema, textOf } from '../record.ts'
import type { Services } from '../services.ts'
import { type Route, route, signedIn } from '../route.ts'
import { writeSchema } from '../wire.ts'
import { runWrite } from '../write.ts'

const option = z.object({ value: z.number(), label: z.string() })

const publicConfiguration = z.object({
  siteTitle: z.string(),
  footer: z.string(),
  favicon_url: z.string().nullable(),
  logo_url: z.string().nullable(),
  timeZone: z.string(),
  popup_timer: z.number(),
  menuBlocks: z.string(),
  blocks: z.record(z.string(), z.object({ title: z.string(), link: z.string() })),
  registration: z.enum(['pending', 'open', 'closed']),
})

const configurationRoutes = (services: Services): Route[] => [
  route({
    method: 'GET',
    url: '/utility/config',
    audience: 'anyone',
    summary: 'Title, footer and pictures of the site, for everyone',
    response: z.object({ data: publicConfiguration.extend({ version: z.number().optional() }) }),
    handler: async ({ session, reply }) => {
      const row = await services.records.configuration()
      const mayRead = session !== null && holdsAny(session.perms, ['r-configuration'])
      if (mayRead) reply.header('etag', `"${Number(row?.version ?? 0)}"`)
      return {
        data: {
          siteTitle: textOf(row?.siteTitle) || 'Atrium',
          footer: textOf(row?.footer) || 'Atrium',
          favicon_url: row?.favicon_url ?? null,
          logo_url: row?.logo_url ?? null,
          timeZone: textOf(row?.timeZone) || 'UTC',
          // Blocks and popup come with the homepage; the answer keeps the shape that clients know (spec/decisions C1, C3).
          popup_timer: 5,
          menuBlocks: '{}',
          blocks: {},
          registration: services.config.registration,
          ...(mayRead ? { version: Number(row?.version ?? 0) } : {}),
        },
      }
    },
  }),
  route({
    method: 'POST',
    url: '/utility/config',
    audience: { anyOf: ['u-configuration', 'u-homepage'] },
    summary: 'Save the site configuration',
    sends: sentSchema(configuration, false),
    takes: sizeOf(configuration),
    response: writeSchema,
    handler: async (call) => {
      // One call, two areas (spec/decisions P6): everything but the blocks needs u-configuration.
      if (!holdsAny(signedIn(call).perms, ['u-configuration'])) throw new Rejected(accessDenied, 'forbidden')
      const sent = await readSent(call.request)
      return runWrite(services, call, configuration, 'edit', configurationId, sent)
    },
  }),
]

// Whoever opens a list, a form or a page that shows them; without a role one has none of these (spec/decisions P8, P12).
const choosers = { anyOf: ['r-post', 'c-post', 'u-post', 'r-homepage'], employees: true }

const optionRoutes = (services: Services, category: Resource): Route[] => [
  route({
    method: 'GET',
    url: '/utility/getCategories',
    audience: choosers,
    summary: 'Active categories, to choose from',
    response: z.object({ data: z.array(option) }),
    handler: async () => ({ data: await services.records.options(category) }),
  }),
]

const operationsRoutes = (services: Services): Route[] => [
  route({
    method: 'GET',
    url: '/utility/operations',
    audience: { anyOf: ['r-operations'] },
    summary: 'Whether what is shown is up to date: records that are parked, and whether projecting stands still',
    response: z.object({ data: z.object({ isHalted: z.boolean(), parkedStreams: z.number() }) }),
    handler: async () => {
      const { halted, parkedStreams } = await services.projector.status()
      return { data: { isHalted: halted !== null, parkedStreams } }
    },
  }),
]

/** The calls under /utility that this stretch of Atrium has. */
export const utilityRoutes = (services: Services, category: Resource): Route[] => [
  ...configurationRoutes(services),
  ...optionRoutes(services, category),
  ...operationsRoutes(services),
]
