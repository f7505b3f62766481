/** Draws of one seed: the same seed gives the same draws. */
export type Random = {
  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number
  /** True so often, from 0 to 1. */
  isSo(share: number): boolean
  pick<T>(all: readonly T[]): T
  shuffled<T>(all: readonly T[]): T[]
  /** Draws of its own, which do not depend on how many others have drawn. */
  of(name: string): Random
}

const hashOf = (text: string): number => {
  let hash = 2_166_136_261
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619)
  return hash >>> 0
}

// Mulberry32: small and even enough for moments and choices.
const drawer = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** @throws Error when nothing is there to pick from */
export const random = (seed: number): Random => {
  const draw = drawer(seed)
  const between = (least: number, most: number) => least + Math.floor(draw() * (most - least + 1))
  const pick = <T>(all: readonly T[]): T => {
    const [found, ...more] = all.slice(between(0, all.length - 1))
    if (found === undefined) throw new Error(`nothing to pick, and ${more.length} more`)
    return found
  }
  return {
    between,
    pick,
    isSo: (share) => draw() < share,
    shuffled: (all) =>
      all
        .map((one) => ({ one, at: draw() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ one }) => one),
    of: (name) => random(seed ^ hashOf(name)),
  }
}
