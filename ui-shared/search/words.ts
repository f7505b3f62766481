import { searchableText } from '../../domain/comparable.ts'

/** The words of what was typed, folded as the server folds them. */
export const wordsOf = (text: string): readonly string[] => searchableText(text).split(' ').filter(Boolean)

/** True when a text has all words, each at the beginning of one of its own. */
export const hasWords = (text: string, words: readonly string[]): boolean => {
  const folded = searchableText(text)
  return words.every(
    (word) =>
      folded.startsWith(word) || folded.includes(` ${word}`) || (!/^[ -~]*$/.test(word) && folded.includes(word)),
  )
}

/** A text in pieces: what was typed of it, and what was not. */
export const marked = (text: string, words: readonly string[]): { text: string; isMarked: boolean }[] => {
  const letters = [...text]
  // Each letter is folded by itself, so that places in the folded text are places in this one.
  const folded = letters.map((letter) => searchableText(letter)[0] ?? ' ').join('')
  const hits = letters.map(() => false)
  for (const word of words)
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1))
      for (let index = at; index < at + word.length; index += 1) hits[index] = true
  return letters.reduce<{ text: string; isMarked: boolean }[]>((pieces, letter, index) => {
    const isMarked = hits[index] === true
    const last = pieces.at(-1)
    if (last?.isMarked !== isMarked) return [...pieces, { text: letter, isMarked }]
    last.text += letter
    return pieces
  }, [])
}
