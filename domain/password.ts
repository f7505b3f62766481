import { isStorable } from './fields/plain-text.ts'

/** What a password is judged against: the person's own names, names of the company and product, and how hard it is to guess. */
export type PasswordContext = {
  names: readonly string[]
  company: readonly string[]
  strength: number
}

/** Lengths in code points. `strength` is the least: a million tries, which eight random characters always take. */
const least = { length: 8, strength: 2 } as const
const most = 128
const withoutComposition = 15

/** The form that is hashed: NFKC, so that the same keys give the same password everywhere. Never cut, never trimmed. */
export const normalisePassword = (password: string): string => password.normalize('NFKC')

const comparablePassword = (password: string): string => normalisePassword(password).toLowerCase()

const lettersOf = (text: string) => text.replace(/[^\p{L}]+/gu, '')
const wordsOf = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}]+/gu, '')

/** Holds a name of four characters and more, or is a shorter one with digits and signs around. */
const holds = (folded: string, name: string) => {
  const wanted = wordsOf(comparablePassword(name))
  if (wanted === '') return false
  const joined = wordsOf(folded)
  return [...wanted].length >= 4 ? joined.includes(wanted) : lettersOf(joined) === lettersOf(wanted)
}

const localPart = (name: string) => name.split('@')[0] ?? ''

const sentences = {
  characters: 'The password holds characters that cannot be used',
  short: 'The password must be at least 8 characters',
  long: 'The password has at most 128 characters',
  plain: 'A password of fewer than 15 characters needs at least one letter and one digit',
  easy: 'This password is too easy to guess',
  ownName: 'The password must not hold the username or the e-mail address',
  company: 'The password must not hold the name of the company or of this site',
}

/** What is wrong with a new password (A5); none when it may be used. */
export const passwordProblems = (password: string, { names, company, strength }: PasswordContext): string[] => {
  const text = normalisePassword(password)
  const length = [...text].length
  if (!isStorable(text)) return [sentences.characters]
  if (length < least.length) return [sentences.short]
  if (length > most) return [sentences.long]
  const folded = comparablePassword(text)
  const problems: string[] = []
  if (length < withoutComposition && !(/\p{L}/u.test(text) && /\p{N}/u.test(text))) {
    problems.push(sentences.plain)
  }
  if (strength < least.strength) problems.push(sentences.easy)
  if (names.flatMap((name) => [name, localPart(name)]).some((name) => holds(folded, name))) {
    problems.push(sentences.ownName)
  }
  if (company.some((name) => holds(folded, name))) problems.push(sentences.company)
  return problems
}
