import { useEffect, useSyncExternalStore } from 'react'

/** What is lost with the page: what is typed in a dialog, or what is still on its way into a form. */
type Kind = 'typed' | 'arriving'

const held = new Map<symbol, Kind>()
const watchers = new Set<() => void>()

const tell = () => {
  for (const watcher of watchers) watcher()
}

/** Holds the page. Answers how to let it go. */
const hold = (kind: Kind): (() => void) => {
  const one = Symbol()
  held.set(one, kind)
  tell()
  return () => {
    held.delete(one)
    tell()
  }
}

const watch = (tell: () => void): (() => void) => {
  watchers.add(tell)
  return () => void watchers.delete(tell)
}

/** Says of a dialog in a form that something is typed in it, which no copy of the form holds. */
export const useUnkept = (isTyped: boolean): void => {
  useEffect(() => (isTyped ? hold('typed') : undefined), [isTyped])
}

/** Says that something is on its way into a form that was asked for, such as a picture. Answers how to end it. */
export const holdArriving = (): (() => void) => hold('arriving')

/** True while something of a kind, or of any, would be lost with the page. */
export const hasUnkept = (kind?: Kind): boolean => (kind ? [...held.values()].includes(kind) : held.size > 0)

/** The same of any kind for a component, which is drawn again when it changes. */
export const useHasUnkept = (): boolean => useSyncExternalStore(watch, () => hasUnkept())
