/** What is kept of an open form: its changed values, what they were before and at which version, and when. */
export type Draft = {
  values: Record<string, unknown>
  before: Record<string, unknown>
  version: number | null
  at: string
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

const withStore = async <T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
  const database = await open()
  return new Promise<T>((resolve, reject) => {
    const transaction = database.transaction(storeName, mode)
    const request = act(transaction.objectStore(storeName))
    // At once: a page that is being left would never say that it asks for no more.
    transaction.commit()
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error ?? new Error('the browser keeps no drafts'))
  })
}

const keyOf = (person: number, record: string) => `${person}/${record}`

/** Keeps a draft on this device, by person and record (spec/decisions X16). `record` is like `post/42` or `post/new`. */
export const saveDraft = async (person: number, record: string, draft: Draft): Promise<void> => {
  await withStore('readwrite', (store) => store.put(draft, keyOf(person, record)))
}

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' &&
  value !== null &&
  'values' in value &&
  'before' in value &&
  'at' in value &&
  'version' in value

/** The draft of a person for a record that this device keeps, or null. */
export const loadDraft = async (person: number, record: string): Promise<Draft | null> => {
  const value: unknown = await withStore('readonly', (store) => store.get(keyOf(person, record)))
  return isDraft(value) ? value : null
}

/** The drafts of a person whose records begin so, newest first; `record` is what they were kept for. */
export const loadDrafts = async (person: number, start: string): Promise<{ record: string; draft: Draft }[]> => {
  const range = IDBKeyRange.bound(keyOf(person, start), keyOf(person, `${start}\uffff`))
  const [keys, values] = await Promise.all([
    withStore('readonly', (store) => store.getAllKeys(range)),
    withStore('readonly', (store): IDBRequest<unknown[]> => store.getAll(range)),
  ])
  return keys
    .flatMap((key, index) => {
      const draft = values[index]
      return typeof key === 'string' && isDraft(draft) ? [{ record: key.slice(keyOf(person, '').length), draft }] : []
    })
    .toSorted((one, other) => other.draft.at.localeCompare(one.draft.at))
}

/** Removes such a draft. */
export const removeDraft = async (person: number, record: string): Promise<void> => {
  await withStore('readwrite', (store) => store.delete(keyOf(person, record)))
}

/** Removes every draft of a person: at sign-out. */
export const removeDraftsOf = async (person: number): Promise<void> => {
  await withStore('readwrite', (store) => store.delete(IDBKeyRange.bound(`${person}/`, `${person}/\uffff`)))
}
