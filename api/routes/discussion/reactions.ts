import { z } from 'zod'
import { spoken } from '../../../domain/message.ts'
import { noSuchRecord, Rejected } from '../../../domain/rejected.ts'
import { post } from '../../../domain/resources/post.ts'
import { reaction } from '../../../domain/resources/reaction.ts'
import { nothingSent } from '../../body/sent.ts'
import { type Call, type Route, route, signedIn } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'
import { idParams, writeSchema } from '../../wire/wire.ts'
import { runWrite } from '../../writes/write.ts'
import { storyRoutes } from '../history/history.ts'
import { isOn, nameOfPost } from './switched.ts'

const liked = spoken({ id: 'You like this post.', values: {} })
const takenBack = spoken({ id: 'You do not like this post any more.', values: {} })

/** One of each employee: whoever presses twice, or in two tabs at once, likes it. */
const like = async (services: Services, call: Call, id: number): Promise<unknown> => {
  const name = await nameOfPost(services, id)
  const supplied = { said: `${id}.${signedIn(call).actor.id}`, post: id, post_name: name }
  try {
    const sent = { ...nothingSent, fingerprint: String(id) }
    return Object.assign({}, await runWrite(services, call, reaction, 'create', undefined, sent, { supplied }), liked)
  } catch (error) {
    const isSaid = error instanceof Rejected && error.problems?.some(({ property }) => property === 'said')
    if (!isSaid) throw error
    return { type: 'success', name: reaction.name, ...liked, position: null }
  }
}

/** How many employees like a post, and how one says so (docs/decisions/content/0194). */
export const reactionRoutes = (services: Services): Route[] => [
  route({
    method: 'GET',
    url: '/post/:id/reactions',
    audience: 'employee',
    summary: 'How many employees like a post, and by which reaction oneself does; null while likes are switched off',
    params: idParams,
    response: z.object({ data: z.object({ likes: z.number(), mine: z.number().nullable() }).nullable() }),
    handler: async (call) => {
      if (!(await isOn(services, 'reactions'))) return { data: null }
      const data = await services.records.reactionsOf(call.params.id, signedIn(call).actor.id)
      if (!data) throw noSuchRecord(post)
      return { data }
    },
  }),
  route({
    method: 'POST',
    url: '/post/:id/reaction',
    audience: 'employee',
    summary: 'Like a post; once',
    params: idParams,
    response: writeSchema,
    perMinute: 30,
    handler: (call) => like(services, call, call.params.id),
  }),
  route({
    method: 'DELETE',
    url: '/reaction/:id',
    audience: 'employee',
    summary: 'Take back that one likes a post',
    params: idParams,
    response: writeSchema,
    perMinute: 30,
    handler: async (call) =>
      Object.assign({}, await runWrite(services, call, reaction, 'delete', call.params.id, nothingSent), takenBack),
  }),
  ...storyRoutes(services, reaction),
]
