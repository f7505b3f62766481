import { z } from 'zod'
import { spoken } from '../../../domain/message.ts'
import { noSuchRecord, Rejected } from '../../../domain/rejected.ts'
import { comment } from '../../../domain/resources/comment.ts'
import { post } from '../../../domain/resources/post.ts'
import { longestComment } from '../../../domain/shapes/comments.ts'
import type { ShownComment } from '../../../projections/discussion/comments.ts'
import { refuseOthers } from '../../body/fields.ts'
import { readSent } from '../../body/sent.ts'
import { type Call, type Route, route, signedIn } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'
import { idParams, whole, writeSchema } from '../../wire/wire.ts'
import { runWrite } from '../../writes/write.ts'
import { historyRoutes } from '../history/history.ts'
import { matchingRoutes } from '../matching.ts'
import { readRoutes } from '../read.ts'
import { verbRoutes } from '../verbs.ts'
import { isOn, nameOfPost } from './switched.ts'

const commentSchema = z.object({
  id: z.number(),
  answer_to: z.number().nullable(),
  at: z.string(),
  stage: z.string(),
  author: z.object({ id: z.number(), name: z.string() }).nullable(),
  isOwn: z.boolean(),
  text: z.string().nullable(),
  reason: z.string().nullable(),
  edited_at: z.string().nullable(),
})

const forReader =
  (reader: number) =>
  ({ author, name, at, edited_at: edited, reason, ...row }: ShownComment): z.output<typeof commentSchema> => ({
    ...row,
    at: at.toISOString(),
    edited_at: edited?.toISOString() ?? null,
    reason: reason === '' ? null : reason,
    author: author === null ? null : { id: author, name: name ?? '' },
    isOwn: author === reader,
  })

const write = async (services: Services, call: Call, id: number): Promise<unknown> => {
  const sent = await readSent(call.request)
  const { answer_to: answered = null, ...fields } = sent.fields
  refuseOthers(['text'], fields)
  const said = { ...sent, fields, fingerprint: `${id} ${sent.fingerprint}` }
  const body = await runWrite(services, call, comment, 'create', undefined, said, {
    supplied: { post: id, post_name: await nameOfPost(services, id), answer_to: answered },
    dispatch: services.sending(comment.name),
  })
  return Object.assign({}, body, spoken({ id: 'Your comment is there.', values: {} }))
}

/** What employees say below posts, and what staff do with it (docs/decisions/content/0194). */
export const commentRoutes = (services: Services): Route[] => [
  route({
    method: 'GET',
    url: '/post/:id/comments',
    audience: 'employee',
    summary:
      'The comments of a post, the newest first, with their answers; `before` is the comment from which older ones go on',
    params: idParams,
    query: z.object({ before: whole(1, 2_147_483_647).optional() }),
    response: z.object({
      data: z.array(commentSchema),
      meta: z.object({ total: z.number(), isOpen: z.boolean(), next: z.number().nullable() }),
    }),
    handler: async (call) => {
      if (!(await isOn(services, 'comments')))
        throw new Rejected('Comments are switched off in the configuration.', 'rule')
      const reader = signedIn(call).actor.id
      const found = await services.records.commentsOf(call.params.id, reader, call.query.before)
      if (!found) throw noSuchRecord(post)
      const { rows, ...meta } = found
      return { data: rows.map(forReader(reader)), meta }
    },
  }),
  route({
    method: 'POST',
    url: '/post/:id/comment',
    audience: 'employee',
    summary: `Comment on a post in at most ${longestComment} characters, or answer one of its comments`,
    params: idParams,
    sends: z.object({ text: z.string(), answer_to: z.int().nullable().optional() }),
    response: writeSchema,
    handler: (call) => write(services, call, call.params.id),
  }),
  ...matchingRoutes(services, comment),
  ...readRoutes(services, comment),
  ...historyRoutes(services, comment),
  ...verbRoutes(services, comment),
]
