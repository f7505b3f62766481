import { randomKey } from '../api/client.ts'

const key = 'atrium.tab'
const held = new Set<string>()

// How long a page that was left may take to let go of its lock.
const patience = 2_000

// A duplicated tab begins with the storage of the other; the lock tells them apart where the browser has locks. After a reload the page
// before may still hold it for a moment.
const isOurs = (id: string): Promise<boolean> => {
  if (held.has(id) || !('locks' in navigator)) return Promise.resolve(true)
  return new Promise((resolve) => {
    const hold = (lock: Lock | null) => {
      if (lock) held.add(id)
      resolve(lock !== null)
      // Held as long as the page is there.
      return lock && new Promise<never>(() => undefined)
    }
    navigator.locks.request(`${key}.${id}`, { signal: AbortSignal.timeout(patience) }, hold).catch(() => resolve(false))
  })
}

const remembered = (): string | null => {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

const find = async (): Promise<string> => {
  const known = remembered()
  if (known && (await isOurs(known))) return known
  const id = randomKey()
  await isOurs(id)
  try {
    sessionStorage.setItem(key, id)
  } catch {
    // Without storage there are no drafts either.
  }
  return id
}

let found: Promise<string> | null = null
let known: string | undefined

/** What tells this tab from all others, also after a reload: what is typed is kept by it. */
export const tabId = (): Promise<string> => {
  found ??= find().then((id) => {
    known = id
    return id
  })
  return found
}

/** The same at once; `undefined` until it was found. */
export const knownTab = (): string | undefined => known

/** The ids of the tabs that are open; null where the browser does not say. */
export const openTabs = async (): Promise<readonly string[] | null> => {
  if (!('locks' in navigator)) return null
  const { held: locks = [] } = await navigator.locks.query()
  const start = `${key}.`
  return locks.flatMap(({ name }) => (name?.startsWith(start) ? [name.slice(start.length)] : []))
}
