import { useSyncExternalStore } from 'react'

/** A value outside of React that components follow. */
export type Store<T> = {
  get: () => T
  set: (next: (now: T) => T) => void
  subscribe: (listener: () => void) => () => void
}

/** A store that holds `initial`. */
export const createStore = <T>(initial: T): Store<T> => {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      value = next(value)
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The value of a store; the component follows it. */
export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get)
