import { searchableText } from '../../domain/comparable.ts'

/** The configurations of PostgreSQL that know the stems of a language that the site is written in. */
export const languages = ['english', 'german', 'spanish', 'french'] as const
export type Language = (typeof languages)[number]

// The commonest words of each: they tell the language of a text, and nobody searches for them.
const common: Readonly<Record<Language, ReadonlySet<string>>> = {
  english: new Set('the of and to in is that for with you are it this be on as at from we'.split(' ')),
  german: new Set('der die das und ist nicht mit den von zu ein eine auf fur im sich auch wir dem'.split(' ')),
  spanish: new Set('el los las que de y en por con para una un del se su es como al lo'.split(' ')),
  french: new Set('le les des et en une un que qui pour dans est vous du au avec sur pas nous'.split(' ')),
}
const languagesOf = new Map<string, Language[]>()
for (const language of languages)
  for (const word of common[language]) languagesOf.set(word, [...(languagesOf.get(word) ?? []), language])
const isCommon = (word: string): boolean => languagesOf.has(word)

// Japanese and Chinese put no blanks between words: their runs are cut into pairs of characters.
const pieces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]+|[\p{L}\p{N}]+?(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\p{L}\p{N}]|$)/gu
const isUnspaced = (piece: string): boolean =>
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]/u.test(piece)
const holdsUnspaced = (text: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]/u.test(text)
// The same pieces where no run is without blanks, at a tenth of the time.
const words = /[\p{L}\p{N}]+/gu
const marked = /[\p{L}\p{M}\p{N}]+/gu

const pairsOf = (run: string): string[] => {
  const letters = [...run]
  return letters.slice(1).map((letter, at) => `${letters[at] ?? ''}${letter}`)
}

// Longer ones are no words, and a lexeme of PostgreSQL has an end.
const longest = 80

const isWord = (piece: string): boolean => piece.length > 1 && piece.length <= longest

const piecesOf = (text: string): string[] =>
  holdsUnspaced(text)
    ? (text.match(pieces) ?? []).filter((one) => isUnspaced(one) || isWord(one))
    : (text.match(words) ?? []).filter(isWord)

/** The language of most of the commonest words; null where there is none of them. */
const languageOf = (all: readonly string[]): Language | null => {
  const counts = new Map<Language, number>(languages.map((language) => [language, 0]))
  for (const word of all)
    for (const language of languagesOf.get(word) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return most === 0 ? null : (languages.find((language) => counts.get(language) === most) ?? null)
}

// A book; PostgreSQL takes a megabyte of lexemes.
const mostLetters = 200_000

/** `stemmed` are the words, with their marks, whose stems in `language` belong to the index as well; null where no language is told. */
export type Indexed = { lexemes: readonly string[]; language: Language | null; stemmed: string; text: string }

/** What the index holds of a text: its folded words and pairs of characters, and stems. */
export const lexemesOf = (text: string): Indexed => {
  const read = text.slice(0, mostLetters)
  const all = piecesOf(searchableText(read))
  const lexemes = new Set<string>()
  for (const piece of all)
    if (isUnspaced(piece)) {
      // The last character alone: whoever looks for one finds it as the beginning of a pair, or there.
      for (const one of [...pairsOf(piece), [...piece].at(-1) ?? '']) lexemes.add(one)
    } else if (!isCommon(piece)) lexemes.add(piece)
  const language = languageOf(all)
  // Each word once: the stem of a word is the same wherever it stands.
  const stemmed = language === null ? '' : [...new Set(read.toLowerCase().match(marked))].join(' ')
  return { lexemes: [...lexemes], language, stemmed, text: read }
}

/** A word that somebody looks for: as it was typed, and the lexemes that it stands for, of which the last may be a beginning. */
export type SoughtWord = { typed: string; lexemes: readonly string[]; isBeginning: boolean }

const mostWords = 8

/** What a search looks for in texts; nothing where only the commonest words were typed. */
export const soughtWords = (typed: string): SoughtWord[] =>
  [...new Set(piecesOf(typed.normalize('NFKC').toLowerCase()))]
    .map((piece) => ({ typed: piece, folded: searchableText(piece) }))
    .filter(({ folded }) => !isCommon(folded))
    .slice(0, mostWords)
    .map(({ typed: piece, folded }) => {
      if (!isUnspaced(folded)) return { typed: piece, lexemes: [folded], isBeginning: folded.length > 2 }
      const pairs = pairsOf(folded)
      return { typed: piece, lexemes: pairs.length === 0 ? [folded] : pairs, isBeginning: pairs.length === 0 }
    })
