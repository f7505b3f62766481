import { keepOnDevice, keptOnDevice } from './on-device.ts'

const prefix = 'atrium.draft/'

const asJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => {
    if (part instanceof Blob) throw new TypeError('a file is no JSON')
    return part
  })

/**
 * Holds what is being written to the database of the browser, from this very moment on: a page that is being left may be gone before that is
 * done. Files cannot be held. Returns what lets go of it, unless something newer is held by then.
 */
export const holdAtOnce = (key: string, value: unknown): (() => void) => {
  try {
    const held = asJson(value)
    keepOnDevice(prefix + key, held)
    return () => {
      if (keptOnDevice(prefix + key) === held) letGo(key)
    }
  } catch {
    return () => undefined
  }
}

/** Forgets what is held under a key. */
export const letGo = (key: string): void => keepOnDevice(prefix + key, null)

const keys = (): string[] => {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

/** What is held under a key, and under those below it: what was not written before its page was gone. */
export const heldWithin = (start: string): { key: string; value: unknown }[] =>
  keys().flatMap((name) => {
    const key = name.slice(prefix.length)
    if (!name.startsWith(prefix) || !`${key}/`.startsWith(`${start}/`)) return []
    const held = keptOnDevice(name)
    return held === null ? [] : [{ key, value: JSON.parse(held) }]
  })
