import { z } from 'zod'
import { dayIn } from '../../../domain/people/days.ts'
import { noSuchRecord, Rejected } from '../../../domain/rejected.ts'
import { post } from '../../../domain/resources/post.ts'
import { done, doneSchema, readFields } from '../../body/fields.ts'
import { type Route, route } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'
import { idParams } from '../../wire/wire.ts'
import { isOn, nameOfPost } from '../discussion/switched.ts'

const dayMilliseconds = 86_400_000
const openedSchema = z.object({ isFirst: z.boolean('{name} is true or false') })
const off = 'Read statistics are switched off in the configuration.'

/** How often posts are opened: numbers for those who write them, without anybody in them (docs/decisions/content/0195). */
export const openRoutes = (services: Services): Route[] => [
  route({
    method: 'POST',
    url: '/post/:id/open',
    audience: 'employee',
    summary:
      'Counts that a post was opened, and whether that was the first time today on the device; who asks is not kept',
    params: idParams,
    sends: openedSchema,
    response: doneSchema,
    perMinute: 60,
    background: 'always',
    handler: async (call) => {
      const { isFirst } = await readFields(call.request, openedSchema)
      if (!(await isOn(services, 'read_statistics'))) throw new Rejected(off)
      if (!(await services.records.isPostShown(call.params.id))) throw noSuchRecord(post)
      services.opens.count(call.params.id, dayIn(new Date(), await services.timeZone()), isFirst)
      return done(post.name, 'It is counted.')
    },
  }),
  route({
    method: 'GET',
    url: '/post/:id/opens',
    audience: { anyOf: ['r-post'] },
    summary:
      'How often a post was opened in the last days; null of a day for fewer than five readers, sums in steps of five',
    params: idParams,
    response: z.object({
      data: z.array(z.object({ day: z.string(), opens: z.number().nullable(), readers: z.number().nullable() })),
      meta: z.object({
        name: z.string(),
        isOn: z.boolean(),
        from: z.string(),
        to: z.string(),
        opens: z.number(),
        readers: z.number(),
      }),
    }),
    handler: async ({ params: { id } }) => {
      const name = await nameOfPost(services, id)
      const zone = await services.timeZone()
      const now = Date.now()
      const from = dayIn(new Date(now - 29 * dayMilliseconds), zone)
      const { days, ...sums } = await services.opens.of(id, from)
      const isCounted = await isOn(services, 'read_statistics')
      return { data: days, meta: { name, isOn: isCounted, from, to: dayIn(new Date(now), zone), ...sums } }
    },
  }),
]
