import { useEffect, useSyncExternalStore } from 'react'

const dialogs = new Set<symbol>()
const watchers = new Set<() => void>()

const set = (dialog: symbol, isTyped: boolean): void => {
  if (isTyped) dialogs.add(dialog)
  else dialogs.delete(dialog)
  for (const tell of watchers) tell()
}

const watch = (tell: () => void): (() => void) => {
  watchers.add(tell)
  return () => void watchers.delete(tell)
}

/** Says of a dialog in a form that something is typed in it, which no copy of the form holds. */
export const useUnkept = (isTyped: boolean): void => {
  useEffect(() => {
    if (!isTyped) return
    const dialog = Symbol('dialog')
    set(dialog, true)
    return () => set(dialog, false)
  }, [isTyped])
}

/** True while a dialog is open in which something is typed that would be lost with the page. */
export const hasUnkept = (): boolean => dialogs.size > 0

/** The same for a component, which is drawn again when it changes. */
export const useHasUnkept = (): boolean => useSyncExternalStore(watch, hasUnkept)
