import { keepOnDevice, keptOnDevice } from './on-device.ts'

const prefix = 'atrium.draft/'

const asJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => {
    if (part instanceof Blob) throw new TypeError('a file is no JSON')
    return part
  })

// Unless something newer is held by then.
const letGoOf = (key: string, held: string) => () => {
  if (keptOnDevice(prefix + key) === held) letGo(key)
}

/**
 * Holds what is being written to the database of the browser, from this very moment on: a page that is being left may be gone before that is
 * done. Files cannot be held. Returns what lets go of it, unless something newer is held by then.
 */
export const holdAtOnce = (key: string, value: unknown): (() => void) => {
  try {
    const held = asJson(value)
    keepOnDevice(prefix + key, held)
    return letGoOf(key, held)
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

// What cannot be read must not keep drafts that can be from being found.
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What is held under a key, and under those below it: what was not written before its page was gone. `done` lets go of it, unless something newer is held. */
export const heldWithin = (start: string): { key: string; value: unknown; done: () => void }[] =>
  keys().flatMap((name) => {
    const key = name.slice(prefix.length)
    if (!name.startsWith(prefix) || !`${key}/`.startsWith(`${start}/`)) return []
    const held = keptOnDevice(name) ?? ''
    const value = parsed(held)
    return value === undefined ? [] : [{ key, value, done: letGoOf(key, held) }]
  })
