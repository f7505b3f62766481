import { fieldProblem, Rejected } from '../domain/rejected.ts'
import type { Resource } from '../domain/resource.ts'
import { AppendTooLarge, ClaimTaken, GuardMoved, WrongRevision } from '../event-store/port.ts'
import { BadUpload, StorageFull } from '../platform/files/refused.ts'

/** Whether a failed command is known to have written nothing. A throttled one was kept and waits for the read models. */
export const isRefusal = (error: unknown): boolean =>
  (error instanceof Rejected && error.kind !== 'throttled') ||
  error instanceof BadUpload ||
  error instanceof StorageFull ||
  error instanceof AppendTooLarge

type Refused = { resource: Resource; verb: string }

/**
 * What a failed append means for a command: returns when trying again may help (others were faster, a slug was taken).
 * @throws Rejected when it may not, and whatever else went wrong
 */
export const refuseOrRetry = (command: Refused, error: unknown): void => {
  const { resource } = command
  // The next try reads what came in between, and tells it to whoever named a version.
  if (error instanceof WrongRevision) return
  if (error instanceof GuardMoved) {
    if (error.isClosed) throw new Rejected('Something this record points at was deleted meanwhile.', 'rule')
    return
  }
  if (!(error instanceof ClaimTaken)) throw error
  const field = error.scope.slice(resource.name.length + 1)
  if (field === 'slug' && command.verb !== 'restore') return
  const label = resource.fields[field]?.label ?? 'The address'
  throw new Rejected(`${label} is already taken.`, 'taken', {
    problems: [fieldProblem(field, 'taken', `${label} is already taken.`)],
  })
}
