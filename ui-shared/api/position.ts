const key = 'atrium.position'

const stored = (): bigint => {
  try {
    const text = sessionStorage.getItem(key)
    return text && /^\d+$/.test(text) ? BigInt(text) : -1n
  } catch {
    return -1n
  }
}

let highest: bigint | undefined

/** The highest position that an answer carried, as a decimal string; undefined before the first (X1). */
export const minPosition = (): string | undefined => {
  highest ??= stored()
  return highest >= 0n ? highest.toString() : undefined
}

/** Takes note of the position of an answer; later reads wait for it. */
export const sawPosition = (position: unknown): void => {
  if (typeof position !== 'string' || !/^\d{1,19}$/.test(position)) return
  const next = BigInt(position)
  highest ??= stored()
  if (next <= highest) return
  highest = next
  try {
    // A full page load leads to the other app; its first read must see what was just written.
    sessionStorage.setItem(key, position)
  } catch {
    // Without storage the position holds until the next page load.
  }
}
