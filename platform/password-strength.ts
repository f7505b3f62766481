import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'

// Made when the process starts: it takes some 0.2 s, for which nobody's request should wait. The time to estimate grows with the
// square of the length and with the look-alike signs that are tried: a hostile password of 128 characters took seconds. A
// password is no weaker than its beginning.
const estimator = new ZxcvbnFactory({
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
  maxLength: 32,
  l33tMaxSubstitutions: 4,
})

/**
 * How hard a password is to guess, from 0 to 4: by lists of used passwords, words and names, keyboard rows, dates, repeats.
 * `words` are what an attacker knows of its owner. Scale of zxcvbn (Wheeler, USENIX Security 2016): 2 begins at a million tries.
 */
export const passwordStrength = (password: string, words: readonly string[]): number =>
  estimator.check(password, [...words]).score
