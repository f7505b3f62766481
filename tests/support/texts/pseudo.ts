import { englishTexts } from '../../../domain/texts/en.ts'

const letters: Readonly<Record<string, string>> = {
  a: 'áá',
  e: 'éé',
  i: 'íí',
  o: 'óó',
  u: 'úú',
  A: 'ÁÁ',
  E: 'ÉÉ',
  I: 'ÍÍ',
  O: 'ÓÓ',
  U: 'ÚÚ',
}

// Within an argument only the words of its cases are words: braces within braces.
const lengthened = (text: string): string => {
  let depth = 0
  return [...text]
    .map((sign) => {
      if (sign === '{') depth += 1
      if (sign === '}') depth -= 1
      return depth % 2 === 0 ? (letters[sign] ?? sign) : sign
    })
    .join('')
}

/** A language for looking: every text is in it, about 40 % longer than in English, and can be told from all that is not. */
export const pseudoTexts = (): Readonly<Record<string, string>> =>
  Object.fromEntries([...englishTexts].map((text) => [text, lengthened(text)]))
