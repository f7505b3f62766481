import { z } from 'zod'
import { staff } from '../../../domain/person.ts'
import { done, doneSchema, readFields } from '../../body/fields.ts'
import { type Route, route, signedIn } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'

const wantedSchema = z.object({ isWanted: z.boolean('{name} is true or false') })

/** Whether one of the staff is told by mail that their posts were commented on. */
export const commentMailRoutes = ({ mailChoices }: Pick<Services, 'mailChoices'>): Route[] => [
  route({
    method: 'GET',
    url: '/me/comment_mail',
    audience: staff,
    summary: 'Whether one is told by mail that one’s posts were commented on',
    response: z.object({ data: wantedSchema }),
    handler: async (call) => ({
      data: { isWanted: (await mailChoices.of(signedIn(call).actor, 'comments')) === 'each' },
    }),
  }),
  route({
    method: 'PUT',
    url: '/me/comment_mail',
    audience: staff,
    summary: 'Says whether one is told by mail that one’s posts were commented on',
    sends: wantedSchema,
    response: doneSchema,
    handler: async (call) => {
      const { isWanted } = await readFields(call.request, wantedSchema)
      await mailChoices.keep(signedIn(call).actor, 'comments', isWanted ? 'each' : 'never')
      return done('profile', isWanted ? 'You are told by mail.' : 'You are not told by mail.')
    },
  }),
]
