import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

let opened: Promise<ZxcvbnFactory> | undefined

// Loaded with the first password that is set: its dictionaries take a quarter of a second, which no start should wait for.
const openEstimator = async (): Promise<ZxcvbnFactory> => {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary: common }, { dictionary: english }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  return new ZxcvbnFactory({
    dictionary: { ...common, ...english },
    graphs: adjacencyGraphs,
    // Its time grows with the square of the length, so only the beginning is judged: a password is no weaker than that.
    maxLength: 32,
    l33tMaxSubstitutions: 4,
  })
}

/** How hard a password is to guess, 0 to 4 (zxcvbn; 2 begins at a million tries). `words` are what an attacker knows of its owner. */
export const passwordStrength = async (password: string, words: readonly string[]): Promise<number> => {
  opened ??= openEstimator()
  return (await opened).check(password, [...words]).score
}
