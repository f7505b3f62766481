import { z } from 'zod'
import { loadRecord } from '../../../commands/record.ts'
import { spoken } from '../../../domain/message.ts'
import { discussion } from '../../../domain/resources/discussion.ts'
import { readFields } from '../../body/fields.ts'
import { nothingSent } from '../../body/sent.ts'
import { type Call, type Route, route } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'
import { auditors, momentQuery, servicesAt } from '../../wire/moment.ts'
import { idParams, writeSchema } from '../../wire/wire.ts'
import { runWrite } from '../../writes/write.ts'
import { historyRoutes } from '../history/history.ts'
import { verbRoutes } from '../verbs.ts'
import { nameOfPost } from './switched.ts'

const wanted = z.object({ isOpen: z.boolean('{name} is true or false') })

/** Closes the comments of a post for the first time, with the id of the post, or closes and opens them once more. */
const set = async (services: Services, call: Call, id: number): Promise<unknown> => {
  const { isOpen } = await readFields(call.request, wanted)
  const { state } = await loadRecord(services.log, discussion, id)
  const { close, open } = discussion.verbs
  const said = { ...nothingSent, fingerprint: String(isOpen) }
  if (state.status !== 'none') return runWrite(services, call, discussion, isOpen ? 'open' : 'close', id, said)
  const post_name = await nameOfPost(services, id)
  if (isOpen)
    return { type: 'success', name: discussion.name, ...spoken({ id: open.done, values: {} }), position: null }
  const body = await runWrite(services, call, discussion, 'create', undefined, said, {
    supplied: { post_name },
    dispatch: (command) => services.dispatch({ ...command, id }),
  })
  return Object.assign({}, body, spoken({ id: close.done, values: {} }))
}

/** How staff close a post to comments, and open it again (docs/decisions/content/0194). */
export const discussionRoutes = (services: Services): Route[] => [
  route({
    method: 'GET',
    url: '/post/:id/discussion',
    audience: { anyOf: ['r-post'] },
    atMoments: auditors,
    summary: 'Whether a post takes comments, and what it is called',
    params: idParams,
    query: momentQuery,
    response: z.object({ data: z.object({ isOpen: z.boolean(), name: z.string() }) }),
    handler: async ({ params: { id }, query }) => {
      const then = await servicesAt(services, query.as_of)
      const [found, name] = [await then.records.find(discussion, String(id), 'staff'), await nameOfPost(then, id)]
      return { data: { isOpen: found?.stage !== 'closed', name } }
    },
  }),
  route({
    method: 'PUT',
    url: '/post/:id/discussion',
    audience: { anyOf: ['u-post'] },
    summary: 'Close a post to comments, or open it to them',
    params: idParams,
    sends: wanted,
    response: writeSchema,
    handler: (call) => set(services, call, call.params.id),
  }),
  ...verbRoutes(services, discussion),
  ...historyRoutes(services, discussion),
]
