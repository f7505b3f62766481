import * as z from 'zod/mini'
import { type EventTypes, plainEvent } from '../event.ts'

const schedule = {
  /** The job that carries it out, for whom, and what it does: never what is sent. */
  schedule: z.string(),
  person: z.string(),
  verb: z.string(),
  resource: z.string(),
  count: z.number(),
  record: z.optional(z.number()),
  due: z.string(),
}

/** What the trail tells of what people have done at a moment (docs/decisions/engine/0140). */
export const scheduleEvents = {
  CommandScheduled: plainEvent({ ...schedule, fields: z.array(z.string()) }),
  ScheduleMoved: plainEvent({ ...schedule, from: z.string() }),
  ScheduleCancelled: plainEvent(schedule),
  ScheduleRan: plainEvent({ ...schedule, done: z.number(), refused: z.number() }),
} satisfies EventTypes

export type ScheduleEvent = keyof typeof scheduleEvents

const action = 'Schedule'

export const scheduleFacts = {
  CommandScheduled: { action, says: '{plural}: “{verb}” was scheduled for {due}' },
  ScheduleMoved: { action, says: '{plural}: “{verb}” was moved from {from} to {due}' },
  ScheduleCancelled: { action, says: '{plural}: “{verb}”, scheduled for {due}, was cancelled' },
  ScheduleRan: { action, says: '{plural}: “{verb}”, scheduled for {due}, was carried out' },
} satisfies Record<ScheduleEvent, { action: string; says: string }>
