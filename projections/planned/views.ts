import type { Message } from '../../domain/message.ts'
import type { Moment } from '../past/reader-at.ts'
import type { Records } from '../records.ts'

/** A planned command that would be refused, as far as one can tell now. */
export type RefusedThen = { resource: string; record: number | null; verb: string; at: Date; message: Message | null }

/** What will be read at a moment if all that is planned until then happens. */
export type PlannedView = { records: Records; planned: number; refused: readonly RefusedThen[] }

export type PlannedViews<More = unknown> = {
  /** The view of a moment ahead. @throws Rejected when more is planned than can be looked at, or as long as the server has no room */
  at(moment: Moment): Promise<PlannedView & More>
  close(): Promise<void>
}
