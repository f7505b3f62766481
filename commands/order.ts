import { randomUUID } from 'node:crypto'
import { type Numbered, type Place, renumber } from '../domain/order.ts'
import { Rejected } from '../domain/rejected.ts'
import type { RecordState, Resource } from '../domain/resource.ts'
import type { Log } from '../event-store/log.ts'
import type { Guard } from '../event-store/port.ts'
import type { Command, Dispatch, Outcome } from './command.ts'
import { isMoved, retryOnConflict } from './retry.ts'

const guardName = ({ name }: Resource) => `order-${name}`

/** The guard that every change of the order of records raises, so that moves see what happened since they looked. */
export const guardsOfOrder = ({ resource, orderGuard }: Command, before: RecordState, after: RecordState): Guard[] => {
  if (orderGuard) return [orderGuard]
  const { order } = resource
  if (order === undefined) return []
  const isSame = before.values[order] === after.values[order] && before.status === after.status
  return isSame ? [] : [{ name: guardName(resource), expected: 'any' }]
}

type Parts = {
  log: Log
  dispatch: Dispatch
  /** Waits until the projection has reached the head. @throws Rejected unavailable */
  caughtUp: () => Promise<void>
  orderOf: (resource: Resource) => Promise<readonly Numbered[]>
}

export type Move = Pick<Command, 'resource' | 'actor' | 'perms' | 'correlationId'> & { id: number; place: Place }

/** Moves a record in the order of its resource; the last position, null for no change. @throws Rejected missing, and as `dispatch` does */
export const mover = ({ log, dispatch, caughtUp, orderOf }: Parts) => {
  const write = async ({ resource, place, id, ...by }: Move): Promise<bigint | null> => {
    const { order = '' } = resource
    const name = guardName(resource)
    const { revision } = await log.store.readGuard(name)
    await caughtUp()
    const changes = renumber(await orderOf(resource), id, place, resource.fields[order]?.min)
    if (changes === null)
      throw new Rejected('One of the two is not there any more. Please look at the list again.', 'missing')
    let last: Outcome | null = null
    for (const [index, { id: changed, number }] of changes.entries()) {
      const orderGuard: Guard = { name, expected: revision + BigInt(index) }
      const sent = { [order]: number }
      last = await dispatch({ ...by, resource, verb: 'edit', id: changed, sent, commandId: randomUUID(), orderGuard })
    }
    return last?.position ?? null
  }

  return (move: Move): Promise<bigint | null> =>
    retryOnConflict(isMoved, () => write(move)).catch((error: unknown) => {
      throw isMoved(error) ? new Rejected('Others are changing the order at the same moment. Please try again.') : error
    })
}
