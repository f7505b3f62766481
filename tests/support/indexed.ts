import { expect, vi } from 'vitest'
import type { TestAtrium } from './atrium.ts'

/** Waits until the index of texts holds everything that the log says. */
export const indexed = async ({ services: { log, records } }: TestAtrium): Promise<void> => {
  const head = await log.store.head()
  await vi.waitFor(async () => expect(await records.wordsReached()).toBeGreaterThanOrEqual(head), 20_000)
}
