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
  ...optionRoutes(services, category),
  ...operationsRoutes(services),
]
