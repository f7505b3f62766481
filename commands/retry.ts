import { Rejected } from '../domain/rejected.ts'
import { GuardMoved, WrongRevision } from '../event-store/port.ts'

const attempts = 8

/** True when the log was written to meanwhile. */
export const isMoved = (error: unknown): boolean => error instanceof GuardMoved || error instanceof WrongRevision

/** True when a record has another version than a command named. */
export const isStale = (error: unknown): boolean => error instanceof Rejected && error.kind === 'stale'

/** Does `work` anew, from what it reads on, while it meets what others did meanwhile. @throws the error of its last try */
export const retryOnConflict = async <T>(
  isConflict: (error: unknown) => boolean,
  work: () => Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isConflict(error) || attempt === attempts) throw error
    }
  }
}
