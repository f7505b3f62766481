import type { ScheduleEvent } from '../../domain/events/schedule.ts'
import { textOf } from '../../domain/json.ts'
import type { Queryable } from '../schema.ts'
import type { Consumer } from './consumer.ts'

const ran = 'ScheduleRan' satisfies ScheduleEvent

/** Tells of what was scheduled and refused at its moment. */
export const schedulesConsumer = (
  tell: (refused: { id: string; event: string }, client: Queryable) => Promise<void>,
): Consumer => ({
  name: 'schedules',
  from: 'now',
  concerns: ({ type }) => type === ran,
  handle: async ({ id: event, data: { schedule, refused } }, client) => {
    if (Number(refused) > 0) await tell({ id: textOf(schedule), event }, client)
  },
})
