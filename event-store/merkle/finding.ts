import type { Message } from '../../domain/message.ts'

/** What a verification found wrong, as a sentence; `position` is that of the event, or null where it is about no single one. */
export type Finding = Message & { position: bigint | null }

/** What is wrong at a position of the log. @param id begins with `Position {position}: ` */
export const findingAt = (position: bigint, id: string, values: Message['values'] = {}): Finding => ({
  id,
  values: { position: String(position), ...values },
  position,
})

/** What is wrong beside the order of the log. */
export const findingOf = (id: string, values: Message['values'] = {}): Finding => ({ id, values, position: null })
