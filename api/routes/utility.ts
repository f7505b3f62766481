import { z } from 'zod'
import type { Services } from '../server/services.ts'
import { type Route, route } from '../server/route.ts'

/** The calls under /utility that this stretch of Atrium has. */
export const utilityRoutes = (services: Services): Route[] => [
  route({
    method: 'GET',
    url: '/utility/operations',
    audience: { anyOf: ['r-operations'] },
    summary: 'Whether what is shown is up to date: records that are dead-lettered, and whether projecting stands still',
    response: z.object({ data: z.object({ isHalted: z.boolean(), deadLetteredStreams: z.number() }) }),
    handler: async () => {
      const { halted, deadLetteredStreams } = await services.projector.status()
      return { data: { isHalted: halted !== null, deadLetteredStreams } }
    },
  }),
]
