import { remark } from '../../domain/resources/review.ts'
import { splitStream } from '../../domain/event.ts'
import type { LogEvent } from '../../event-store/log.ts'
import type { Queryable } from '../schema.ts'
import type { Consumer } from './consumer.ts'

const numberOf = (value: unknown): number | null => (typeof value === 'number' && value > 0 ? value : null)

/** What happened to a review. */
type Step = Pick<LogEvent, 'id' | 'type' | 'actor'> & { review: number; remark: number | null }

/** Tells of what is asked of those who may publish, and of what becomes of it. */
export const reviewsConsumer = (
  types: readonly string[],
  tell: (step: Step, client: Queryable) => Promise<void>,
): Consumer => ({
  name: 'reviews',
  from: 'now',
  concerns: ({ type, meta }) => meta.isSilent !== true && types.includes(type),
  handle: async ({ id, type, actor, stream, data, isErased }, client) => {
    if (isErased) return
    const { category, id: own } = splitStream(stream)
    const of =
      category === remark.name
        ? { review: Number(data.review), remark: Number(own) }
        : { review: Number(own), remark: numberOf(data.remark) }
    await tell({ id, type, actor, ...of }, client)
  },
})
