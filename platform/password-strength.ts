import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

let loading: Promise<ZxcvbnFactory> | undefined

// The dictionaries take a while to read and some memory, so only a process that sets passwords has them.
const load = async (): Promise<ZxcvbnFactory> => {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    // The time to estimate grows with the square of the length and with the look-alike signs that are tried: a hostile password
    // of 128 characters took seconds. A password is no weaker than its beginning.
    maxLength: 32,
    l33tMaxSubstitutions: 4,
  })
}

/**
 * How hard a password is to guess, from 0 to 4: by lists of used passwords, words and names, keyboard rows, dates, repeats.
 * `words` are what an attacker knows of its owner. Scale of zxcvbn (Wheeler, USENIX Security 2016): 2 begins at a million tries.
 */
export const passwordStrength = async (password: string, words: readonly string[]): Promise<number> => {
  loading ??= load()
  return (await loading).check(password, [...words]).score
}
