import { splitStream } from '../../domain/event.ts'
import { comment } from '../../domain/resources/comment.ts'
import type { Queryable } from '../schema.ts'
import type { Consumer } from '../consumers/consumer.ts'

/** Tells of each comment that an employee wrote. */
export const commentsConsumer = (
  tell: (commented: { post: number; at: string }, client: Queryable) => Promise<void>,
): Consumer => ({
  name: 'comments',
  from: 'now',
  concerns: ({ stream, type, meta }) =>
    splitStream(stream).category === comment.name && type === comment.events.create && meta.isSilent !== true,
  handle: async ({ data: { post }, at }, client) => tell({ post: Number(post), at }, client),
})
