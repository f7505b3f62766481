const key = 'atrium.password-changed'
const watchers = new Set<() => void>()

// A browser may refuse to keep anything; then the page says no more than that the sign-in is over.
const store = <T>(act: (kept: Storage) => T): T | null => {
  try {
    return act(window.sessionStorage)
  } catch {
    return null
  }
}

/** Notes for the sign-in page of this tab that the person has just changed their own password, which ended their sign-ins. */
export const markPasswordChanged = (): void => {
  store((kept) => kept.setItem(key, '1'))
  for (const tell of watchers) tell()
}

/** Calls `tell` when it is noted: the end of the sign-in may be heard of before the answer to the change. Answers how to stop. */
export const watchPasswordChanged = (tell: () => void): (() => void) => {
  watchers.add(tell)
  return () => void watchers.delete(tell)
}

/** Whether that is why somebody is at the sign-in page. */
export const isPasswordChanged = (): boolean => store((kept) => kept.getItem(key)) !== null

/** Forgets it, after signing in. */
export const forgetPasswordChanged = (): void => void store((kept) => kept.removeItem(key))
