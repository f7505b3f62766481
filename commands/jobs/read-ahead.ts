import type { Item } from './job.ts'

/** Reads the items of a job in order: those from a cursor on, `size` at most; the next ones come while these are worked on. */
export const readAhead = (read: (from: number, limit: number) => Promise<readonly Item[]>, limit: number) => {
  let held: readonly Item[] = []
  let coming: Promise<readonly Item[]> | null = null
  let isAll = false

  const more = (cursor: number) => {
    coming ??= read((held.at(-1)?.index ?? cursor - 1) + 1, limit)
    // Whoever needs them is told; nobody may.
    coming.catch(() => {})
    return coming
  }

  return async (cursor: number, size: number): Promise<readonly Item[]> => {
    held = held.filter(({ index }) => index >= cursor)
    while (held.length < size && !isAll) {
      const next = await more(cursor)
      coming = null
      isAll = next.length < limit
      held = [...held, ...next]
    }
    if (!isAll) void more(cursor)
    return held.slice(0, size)
  }
}
