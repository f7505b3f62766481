import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'

const estimator = new ZxcvbnFactory({
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
  // Its time grows with the square of the length, so only the beginning is judged: a password is no weaker than that.
  maxLength: 32,
  l33tMaxSubstitutions: 4,
})

/** What the thread makes of a password and of what an attacker knows of its owner. */
export const score = ({ password, words }: { password: string; words: readonly string[] }): number =>
  estimator.check(password, [...words]).score
