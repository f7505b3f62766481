type Listener = () => void

const listeners = new Set<Listener>()
// Before anybody is known to be signed in there is nothing to end.
let hasEnded = true

/** Calls back when the server says that the sign-in is over: once per sign-in, however many calls fail. Returns the way out. */
export const onSessionEnd = (listener: Listener): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Tells the listeners that the sign-in is over. */
export const sessionEnded = (): void => {
  if (hasEnded) return
  hasEnded = true
  for (const listener of listeners) listener()
}

/** True once the sign-in is over or was left: nothing that is typed belongs to anybody. */
export const isSessionOver = (): boolean => hasEnded

/** Tells that somebody is signed in, so that the next 401 counts again. */
export const sessionStarted = (): void => {
  hasEnded = false
}

/** Tells that somebody signs out here, which is no end to speak of. */
export const sessionLeft = (): void => {
  hasEnded = true
}
