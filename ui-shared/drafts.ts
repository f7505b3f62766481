import { randomKey } from './api/client.ts'
import { isEmployee } from '../domain/person.ts'
import { heldWithin, holdAtOnce, letGo } from './kept/held.ts'
import { hasLeft } from './session/left.ts'
import type { Me } from './session/me.ts'
import { shownMoment } from './moment.ts'

/**
 * What is kept of an open form: its changed values, what they were before and at which version, and when. `id` is what the server
 * keeps it under; `isSent` says that the server has all of it.
 */
export type Draft = {
  values: Record<string, unknown>
  before: Record<string, unknown>
  version: number | null
  at: string
  id?: string
  isSent?: boolean
}

/** Whose draft it is (`ownerOf`), and for what: `post/42`, or `post/new` for a new one. */
export type DraftOf = { owner: string; record: string }

/** Where a draft is kept: each tab with the same form has its own (`ui-shared/kept/tab.ts`). */
export type DraftPlace = DraftOf & { tab: string }

/** A draft with the tab that keeps it. */
export type Copy = { tab: string; draft: Draft }

/** A new id of a draft: a UUID, also where crypto.randomUUID is not (plain http). */
export const newDraftId = (): string => {
  const hex = randomKey()
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const storeName = 'draft'

let opened: Promise<IDBDatabase> | null = null

const openAnew = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open('atrium', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName)
    request.onsuccess = () => {
      const database = request.result
      // Whoever removes what is kept waits until nobody has it open.
      database.onversionchange = () => {
        opened = null
        database.close()
      }
      database.onclose = () => {
        opened = null
      }
      resolve(database)
    }
    request.onerror = () => reject(request.error ?? new Error('the browser keeps no drafts'))
  })

/** Once for the page: one that is being left is gone before it has opened anything. */
const open = (): Promise<IDBDatabase> => {
  opened ??= openAnew().catch((error: unknown) => {
    opened = null
    throw error
  })
  return opened
}

const withStore = async <T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
  { isOver = true } = {},
): Promise<T> => {
  const database = await open()
  return new Promise<T>((resolve, reject) => {
    const transaction = database.transaction(storeName, mode)
    const request = act(transaction.objectStore(storeName))
    // At once: a page that is being left would never say that it asks for no more.
    if (isOver) transaction.commit()
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error ?? new Error('the browser keeps no drafts'))
  })
}

const longest = 30 * 86_400_000

/** What drafts of a person are kept by on this device. */
export const ownerOf = ({ type, id }: Pick<Me, 'type' | 'id'>): string =>
  isEmployee({ type }) ? `${type}-${id}` : `${id}`

const startOf = ({ owner, record }: DraftOf) => `${owner}/${record}`
// Before each tab had its own, one without a tab stood for a record.
const keyOf = (place: DraftPlace) => startOf(place) + (place.tab && `/${place.tab}`)

const within = (start: string) => IDBKeyRange.bound(start, `${start}/\uffff`)

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' &&
  value !== null &&
  'values' in value &&
  'before' in value &&
  'at' in value &&
  typeof value.at === 'string' &&
  'version' in value

/** Keeps a draft on this device (X16); nothing once the person signs out, also in another tab. */
export const saveDraft = async (place: DraftPlace, draft: Draft): Promise<void> => {
  if (hasLeft()) throw new Error('whoever signs out leaves nothing behind')
  const done = holdAtOnce(keyOf(place), draft)
  await withStore('readwrite', (store) => store.put(draft, keyOf(place)))
  done()
}

// What a page that was left had no time to write, unless something newer is there.
const writeHeld = async (start: string): Promise<void> => {
  const held = heldWithin(start).flatMap(({ value, ...one }) => (isDraft(value) ? [{ ...one, draft: value }] : []))
  for (const { key, draft, done } of held) {
    const write = (store: IDBObjectStore): IDBRequest<unknown> => {
      const found: IDBRequest<unknown> = store.get(key)
      found.addEventListener('success', () => {
        // Removed meanwhile, it is not written again.
        const isHeld = heldWithin(key).some((one) => one.key === key)
        if (isHeld && (!isDraft(found.result) || found.result.at < draft.at)) store.put(draft, key)
      })
      return found
    }
    await withStore('readwrite', write, { isOver: false })
    done()
  }
}

const read = async (start: string): Promise<{ key: string; draft: Draft }[]> => {
  await writeHeld(start)
  const [keys, values] = await Promise.all([
    withStore('readonly', (store) => store.getAllKeys(within(start))),
    withStore('readonly', (store): IDBRequest<unknown[]> => store.getAll(within(start))),
  ])
  return keys.flatMap((key, index) => {
    const draft = values[index]
    return typeof key === 'string' && isDraft(draft) ? [{ key, draft }] : []
  })
}

const isOld = ({ at }: Draft, now: Date) => now.getTime() - Date.parse(at) > longest

/** Removes what a person left on this device more than 30 days ago. */
export const removeOldDrafts = async (owner: string, now = new Date()): Promise<void> => {
  const old = (await read(owner)).filter(({ draft }) => isOld(draft, now))
  await Promise.all(old.map(({ key }) => withStore('readwrite', (store) => store.delete(key))))
}

/** The drafts of a record that the tabs of a person kept, newest first. */
export const loadDrafts = async (of: DraftOf, now = new Date()): Promise<Copy[]> => {
  if (shownMoment() !== null) return []
  const start = startOf(of)
  return (await read(start))
    .filter(({ draft }) => !isOld(draft, now))
    .map(({ key, draft }) => ({ tab: key.slice(start.length + 1), draft }))
    .toSorted((one, other) => other.draft.at.localeCompare(one.draft.at))
}

/** Gives a draft to another tab; false when it is no longer there. */
export const moveDraft = async (from: DraftPlace, tab: string): Promise<boolean> => {
  const move = (store: IDBObjectStore): IDBRequest<unknown> => {
    const found: IDBRequest<unknown> = store.get(keyOf(from))
    found.addEventListener('success', () => {
      if (!isDraft(found.result)) return
      store.delete(keyOf(from))
      store.put(found.result, keyOf({ ...from, tab }))
    })
    return found
  }
  return isDraft(await withStore('readwrite', move, { isOver: false }))
}

/** Notes under which id the server has a draft, unless something newer was kept in its place since. */
export const markSent = async (place: DraftPlace, draft: Draft, sent: Pick<Draft, 'id' | 'isSent'>): Promise<void> => {
  const mark = (store: IDBObjectStore): IDBRequest<unknown> => {
    const found: IDBRequest<unknown> = store.get(keyOf(place))
    found.addEventListener('success', () => {
      if (!isDraft(found.result)) return
      store.put({ ...found.result, ...sent, isSent: sent.isSent && found.result.at === draft.at }, keyOf(place))
    })
    return found
  }
  await withStore('readwrite', mark, { isOver: false })
}

/** Removes a draft. */
export const removeDraft = async (place: DraftPlace): Promise<void> => {
  letGo(keyOf(place))
  await withStore('readwrite', (store) => store.delete(keyOf(place)))
}

/** How many drafts of a person are on this device alone. */
export const countDrafts = async (owner: string): Promise<number> =>
  (await read(owner)).filter(({ draft }) => draft.isSent !== true).length

/** Removes every draft of a person: at sign-out. */
export const removeDraftsOf = async (owner: string): Promise<void> => {
  for (const { key } of heldWithin(owner)) letGo(key)
  await withStore('readwrite', (store) => store.delete(within(owner)))
}
