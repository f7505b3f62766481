import type { Message } from '../domain/message.ts'
import { checkAll, Rejected, taken } from '../domain/rejected.ts'
import type { Resource } from '../domain/resource.ts'
import { AppendTooLarge, ClaimTaken, GuardMoved, WrongRevision } from '../event-store/port.ts'
import { KeyDestroyed } from '../platform/personal-keys.ts'
import { BadUpload, StorageFull } from '../platform/files/refused.ts'

/** In the log, but access is still read from before it. No refusal: the same key finds it and waits again. */
export class NotInForce extends Error {
  readonly position: bigint
  constructor(position: bigint) {
    super('The change is kept but not in force yet. Please look again in a moment.')
    this.name = 'NotInForce'
    this.position = position
  }
}

export const personIsErased = (): Rejected =>
  new Rejected('This person was erased. Nothing personal can be kept about them any more.', 'rule')

export class Contended extends Rejected {
  constructor() {
    super('Others are changing this at the same moment. Please try again.')
  }
}

/** True for errors that are an answer to a command, and no failure. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Rejected ||
  error instanceof BadUpload ||
  error instanceof StorageFull ||
  error instanceof AppendTooLarge

/** The message of a refusal, null for any other error. */
export const messageOfRefusal = (error: unknown): Message | null => {
  if (error instanceof StorageFull) return { id: error.message, values: {} }
  const isSaid = error instanceof Rejected || error instanceof BadUpload || error instanceof AppendTooLarge
  return isSaid ? { id: error.id, values: error.values } : null
}

/** What checks of a form refuse of its fields, besides what was refused already, for the command that tells it with whatever else is wrong (X25). */
export const refusedBy = async (
  checks: readonly (() => unknown)[],
  known?: Rejected,
): Promise<{ refusal?: Rejected }> => {
  const refuse = () => {
    if (known) throw known
  }
  try {
    await checkAll([refuse, ...checks])
    return {}
  } catch (error) {
    if (!(error instanceof Rejected) || error.problems.length === 0) throw error
    return { refusal: error }
  }
}

type Refused = { resource: Resource; verb: string }

/** Returns when another try may help (others were faster, a slug was taken). @throws Rejected, and whatever else went wrong */
export const refuseOrRetry = (command: Refused, error: unknown): void => {
  const { resource } = command
  // The next try reads what came in between, and tells it to whoever named a version.
  if (error instanceof WrongRevision) return
  if (error instanceof GuardMoved) {
    if (error.isClosed) throw new Rejected('Something this record points at was deleted meanwhile.', 'rule')
    return
  }
  if (error instanceof KeyDestroyed) throw personIsErased()
  if (!(error instanceof ClaimTaken)) throw error
  const field = error.scope.slice(resource.name.length + 1)
  if (field === 'slug' && command.verb !== 'restore' && command.verb !== 'revert') return
  const label = resource.fields[field]?.label ?? 'The address'
  const problem = taken(field, label)
  throw new Rejected(problem.id, 'taken', { values: problem.values, problems: [problem] })
}
