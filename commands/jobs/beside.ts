/** Works on some things beside each other, `atOnce` at a time; answers in their order. @throws what `work` throws first, after the others */
export const beside = async <T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> => {
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
