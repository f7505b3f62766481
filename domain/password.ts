/** What a password is judged against: the person's own names, names of the company and product, and what everybody uses. */
export type PasswordContext = {
  /** User name and e-mail address of the owner; empty ones are passed over. */
  names: readonly string[]
  /** Names of the company and the product. */
  company: readonly string[]
  /** True when a folded text (`foldPassword`) is one of the passwords that everybody tries first. */
  isCommon: (folded: string) => boolean
}

export const passwordLengths = { least: 8, most: 128, withoutComposition: 15 } as const

const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/
const looksLike: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** The form that is hashed: NFKC, so that the same keys give the same password everywhere. Never cut, never trimmed. */
export const normalisePassword = (password: string): string => password.normalize('NFKC')

/** The form that is compared: NFKC and lower case. */
export const foldPassword = (password: string): string => normalisePassword(password).toLowerCase()

const lettersOf = (text: string) => text.replace(/[^\p{L}]+/gu, '')
const wordsOf = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
const withoutEnds = (text: string) => text.replace(/^[\p{N}\p{P}\p{S}]+|[\p{N}\p{P}\p{S}]+$/gu, '')
const plain = (text: string) => [...text].map((character) => looksLike[character] ?? character).join('')

const isCommonIn = (folded: string, length: number, isCommon: PasswordContext['isCommon']): boolean => {
  if (isCommon(folded)) return true
  // A passphrase may begin with a common word; a short password that is one with digits at its ends may not.
  if (length >= passwordLengths.withoutComposition) return false
  return [plain(folded), withoutEnds(folded), plain(withoutEnds(folded))].some(
    (form) => [...form].length >= 4 && isCommon(form),
  )
}

/** Holds a name of four characters and more, or is a shorter one with digits and signs around. */
const holds = (folded: string, name: string) => {
  const wanted = wordsOf(foldPassword(name))
  if (wanted === '') return false
  const joined = wordsOf(folded)
  return [...wanted].length >= 4 ? joined.includes(wanted) : lettersOf(joined) === lettersOf(wanted)
}

const localPart = (name: string) => name.split('@')[0] ?? ''

/**
 * The sentences that say what is wrong with a new password; none when it may be used (spec/decisions A5: 8–128 code points,
 * below 15 at least one letter and one digit, nothing common, no own name, no company name).
 */
export const passwordProblems = (password: string, { names, company, isCommon }: PasswordContext): string[] => {
  const text = normalisePassword(password)
  const length = [...text].length
  if (loneSurrogate.test(text) || text.includes('\u0000')) return ['The password holds characters that cannot be used']
  if (length < passwordLengths.least) return ['The password must be at least 8 characters']
  if (length > passwordLengths.most) return ['The password has at most 128 characters']
  const folded = foldPassword(text)
  const problems: string[] = []
  if (length < passwordLengths.withoutComposition && !(/\p{L}/u.test(text) && /\p{N}/u.test(text))) {
    problems.push('A password of fewer than 15 characters needs at least one letter and one digit')
  }
  if (isCommonIn(folded, length, isCommon)) problems.push('This password is too common')
  if (names.flatMap((name) => [name, localPart(name)]).some((name) => holds(folded, name))) {
    problems.push('The password must not hold the username or the e-mail address')
  }
  if (company.some((name) => holds(folded, name)))
    problems.push('The password must not hold the name of the company or of this site')
  return problems
}
