/** A text folded for searching: NFKD, marks off, lower case, white space single (docs/architecture.md#the-read-side); keywords are folded by it as well. */
export const searchableText = (text: string): string =>
  singleSpaced((isPlain(text) ? text : withoutMarks(text)).toLowerCase())

// All but single spaces, which are most: each that is replaced costs a copy.
const wideSpace = /\s{2,}|[^\S ]/gu

/** A text with single spaces as its only white space, and none around it. */
export const singleSpaced = (text: string): string => text.replace(wideSpace, ' ').trim()

/** Of an e-mail address what people are found by: its domain is that of everybody. */
export const searchedAddress = (address: string): string => address.replace(/@.*$/s, '@')

/** The words of a keyword, folded; of an e-mail address what lists are searched by. */
export const searchedWords = (keyword: string): readonly string[] => [
  ...new Set(
    searchableText(keyword)
      .split(' ')
      .filter(Boolean)
      .map((word) => word.replace(/(?<=.)@.*$/, '@')),
  ),
]

// Printable ASCII has nothing to take apart: most texts are spared the long way.
const isPlain = (text: string): boolean => /^[ -~]*$/.test(text)

const withoutMarks = (text: string): string => text.normalize('NFKD').replace(/\p{M}+/gu, '')

/** A unique name folded for comparing: NFKC, trimmed, lower case. The claims in every log are keyed by this form, so it can never change. */
export const comparableName = (name: string): string => name.normalize('NFKC').trim().toLowerCase()
