import type { Sought } from './append.ts'
import type { Appended } from '../port.ts'
import type { Reservation, Reservations } from './reservation.ts'

export type RecoveryParts = {
  reservations: Reservations
  look(append: Sought): Promise<Appended | null>
  head(): Promise<bigint>
  overdueSeconds: number
}

/**
 * Settles reservations that nobody came back for; the log decides. A time limit alone would free what was written but not answered,
 * so the first sweep notes a head, and a later one that sees the log at least as long without the events undoes the reservation.
 */
export const recoverReservations = async (parts: RecoveryParts): Promise<void> => {
  const overdue = await parts.reservations.overdue(parts.overdueSeconds)
  for (const reservation of overdue) await settle(parts, reservation)
}

const settle = async ({ reservations, look, head }: RecoveryParts, reservation: Reservation): Promise<void> => {
  const { commandId, stream, expected, ids, notedHead, reservedAt } = reservation
  const current = await head()
  if (await look({ stream, expected: expected < 0 ? 'none' : expected, ids }))
    return await reservations.confirm(commandId)
  if (notedHead === null) return await reservations.noteHead(commandId, current)
  if (current >= notedHead) await reservations.undo(commandId, reservedAt)
}
