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
const isCommon = (word: string): boolean => languages.some((language) => common[language].has(word))

// Japanese and Chinese put no blanks between words: their runs are cut into pairs of characters.
const pieces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]+|[\p{L}\p{N}]+?(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\p{L}\p{N}]|$)/gu
const isUnspaced = (piece: string): boolean =>
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]/u.test(piece)

const pairsOf = (run: string): string[] => {
  const letters = [...run]
  return letters.slice(1).map((letter, at) => `${letters[at] ?? ''}${letter}`)
}

// Longer ones are no words, and a lexeme of PostgreSQL has an end.
const longest = 80

const piecesOf = (text: string): string[] =>
  text.match(pieces)?.filter((one) => isUnspaced(one) || (one.length > 1 && one.length <= longest)) ?? []

// A book; PostgreSQL takes a megabyte of lexemes.
const mostLetters = 200_000

/** What the index holds of a text: its folded words and pairs of characters, and whose stems belong to it; null where no language is told. */
export const lexemesOf = (text: string): { lexemes: readonly string[]; language: Language | null; text: string } => {
  const read = text.slice(0, mostLetters)
  const all = piecesOf(searchableText(read))
  const counts = languages.map((language) => all.filter((word) => common[language].has(word)).length)
  const most = Math.max(...counts)
  const lexemes = all.flatMap((piece) => {
    if (!isUnspaced(piece)) return isCommon(piece) ? [] : [piece]
    // The last character alone: whoever looks for one finds it as the beginning of a pair, or there.
    return [...pairsOf(piece), [...piece].at(-1) ?? '']
  })
  return {
    lexemes: [...new Set(lexemes)],
    language: most === 0 ? null : (languages[counts.indexOf(most)] ?? null),
    text: read,
  }
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
