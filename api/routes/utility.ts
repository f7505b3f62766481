import { z } from 'zod'
import type { Resource } from '../../domain/resource.ts'
import type { Services } from '../services.ts'
import { type Route, route } from '../route.ts'

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
