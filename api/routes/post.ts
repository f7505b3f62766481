import { z } from 'zod'
import { post } from '../../domain/resources/post.ts'
import { refuseOthers } from '../body/fields.ts'
import { nothingSent, readSent } from '../body/sent.ts'
import type { Services } from '../server/services.ts'
import { type Route, route } from '../server/route.ts'
import { readId, writeSchema } from '../wire/wire.ts'
import { runWrite } from '../writes/write.ts'

/** The one call about posts that does not follow from their declaration: the verb's older address (docs/specification/wire.md#calls). */
export const postRoutes = (services: Services): Route[] => [
  route({
    method: 'POST',
    url: '/post/set_featured',
    audience: { anyOf: ['u-post'] },
    summary: 'Set a post as featured',
    sends: z.object({ id: z.union([z.int(), z.string()]) }),
    response: writeSchema,
    handler: async (call) => {
      const { fields } = await readSent(call.request)
      refuseOthers(['id'], fields)
      const id = readId(fields.id, { id: 'Send the id of a post.', values: {} })
      return runWrite(services, call, post, 'feature', id, nothingSent)
    },
  }),
]
