import type { FoundSession } from '../../commands/sessions/session.ts'
import type { Find } from '../sign-in-cookie.ts'

/** Milliseconds for which a look-up stands for further calls by the same token. */
const keptFor = 5

/**
 * Milliseconds after which whoever has changed something is answered. Longer than a look-up is kept: once they learn of it, no process
 * holds one from before (docs/decisions/api/0092).
 */
export const acknowledgedAfter = 7

type Kept = { session: FoundSession; began: number; isRenewed: boolean }

// They are of no use after a moment, so all are forgotten now and then.
const mostKept = 1_000

/** Finds sign-ins as they were a moment ago: calls by one token that come thick and fast share a look-up. */
export const recentSignIns = (find: Find): Find => {
  const kept = new Map<string, Kept>()

  const lookUp = async (...[token, mode, isActive]: Parameters<Find>): Promise<FoundSession | null> => {
    const key = `${mode} ${isActive} ${token}`
    const began = performance.now()
    const session = await find(token, mode, isActive)
    if (kept.size >= mostKept) kept.clear()
    if (session) kept.set(key, { session, began, isRenewed: false })
    return session
  }

  return async (token, mode, isActive) => {
    const found = kept.get(`${mode} ${isActive} ${token}`)
    const age = found ? performance.now() - found.began : keptFor
    if (!found || age >= keptFor) return lookUp(token, mode, isActive)
    // The next look-up begins before this one is too old, so that nobody waits while calls keep coming.
    if (!found.isRenewed && age > keptFor / 2) {
      found.isRenewed = true
      // Whoever comes too late for this one looks for themselves, and is told what failed.
      lookUp(token, mode, isActive).catch(() => undefined)
    }
    return found.session
  }
}
