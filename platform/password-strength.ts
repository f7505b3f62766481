import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'

// Its time grows with the square of the length, so only the beginning is judged: a password is no weaker than that.
const estimator = new ZxcvbnFactory({
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
  maxLength: 32,
  l33tMaxSubstitutions: 4,
})

/** How hard a password is to guess, 0 to 4 (zxcvbn; 2 begins at a million tries). `words` are what an attacker knows of its owner. */
export const passwordStrength = (password: string, words: readonly string[]): number =>
  estimator.check(password, [...words]).score
