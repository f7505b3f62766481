/** A text folded for searching: NFKD, marks off, lower case, white space single (docs/architecture.md#the-read-side); keywords are folded by it as well. */
export const searchableText = (text: string): string =>
  (isPlain(text) ? text : withoutMarks(text)).toLowerCase().replace(/\s+/gu, ' ').trim()

// Printable ASCII has nothing to take apart: most texts are spared the long way.
const isPlain = (text: string): boolean => /^[ -~]*$/.test(text)

const withoutMarks = (text: string): string => text.normalize('NFKD').replace(/\p{M}+/gu, '')

/** A unique name folded for comparing: NFKC, trimmed, lower case. The claims in every log are keyed by this form, so it can never change. */
export const comparableName = (name: string): string => name.normalize('NFKC').trim().toLowerCase()
