/** How many run beside each other, so that their appends go together (platform/batched-calls.ts). */
const atOnce = 32

/** Works on some things beside each other; answers in their order. @throws what `work` throws first; the others are waited for */
export const beside = async <T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> => {
  const left = items.entries()
  const results: R[] = []
  const failures: unknown[] = []
  const lane = async () => {
    for (const [index, item] of left) {
      if (failures.length > 0) return
      try {
        results[index] = await work(item)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, lane))
  if (failures.length > 0) throw failures[0]
  return results
}
