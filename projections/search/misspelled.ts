import { escapeLike } from '../sql.ts'

// Up to this length every slip is a pattern of its own; of a longer word, what is left of it by slips in one place.
const longestSpelledOut = 8

const unknown = '_'

/** What the letters may have been before one slip, or before two were left out. */
const slips = (letters: readonly string[]): string[][] => {
  const all = letters.map((_, at) => at)
  const inner = all.slice(1)
  const oneMore = inner.map((at) => letters.toSpliced(at, 0, unknown))
  const twoMore = inner.flatMap((at) =>
    inner.slice(at - 1).map((next) => letters.toSpliced(next, 0, unknown).toSpliced(at, 0, unknown)),
  )
  const swapped = inner.map((at) => letters.toSpliced(at - 1, 2, letters[at] ?? '', letters[at - 1] ?? ''))
  const other = inner.slice(0, -1).map((at) => letters.with(at, unknown))
  return [[...letters], ...swapped, ...all.map((at) => letters.toSpliced(at, 1)), ...other, ...oneMore, ...twoMore]
}

/** Half of the letters, or a beginning and an end around three that were one less or up to two more. */
const halves = (letters: readonly string[]): string[][] => {
  const half = Math.max(6, Math.ceil(letters.length / 2))
  const runs = letters.slice(half - 1).map((_, at) => letters.slice(at, at + half))
  const around = letters.slice(3).flatMap((_, at) => {
    const [before, after] = [letters.slice(0, at), letters.slice(at + 3)]
    if (before.length >= half || after.length >= half) return []
    return [2, 3, 4, 5].map((gap) => [...before, ...Array.from({ length: gap }, () => unknown), ...after])
  })
  return [...runs, ...around]
}

// The index holds runs of three letters: a pattern with too few of them leads to very many rows, which all have to be read.
const isNarrow = (pattern: readonly string[], leastRuns: number): boolean => {
  let runs = 0
  let length = 0
  let all = 0
  for (const letter of pattern) {
    const isLetter = /^[\p{L}\p{N}]$/u.test(letter)
    length = isLetter ? length + 1 : 0
    if (length >= 3) runs += 1
    if (isLetter) all += 1
  }
  return runs >= leastRuns && all > 3
}

/** Patterns of `like`, each of which the index over keywords narrows, that find a word by what somebody typed: none for a short one. */
export const misspelled = (word: string): string[] => {
  const letters = [...word].map(escapeLike)
  const leastRuns = letters.length === longestSpelledOut ? 3 : letters.length > 5 ? 2 : 1
  const found = letters.length > longestSpelledOut ? halves(letters) : slips(letters)
  const texts = [...new Set(found.filter((one) => isNarrow(one, leastRuns)).map((pattern) => pattern.join('')))]
  // What holds another of them finds nothing more than that one.
  return texts
    .filter((text) => !texts.some((other) => other !== text && text.includes(other)))
    .map((text) => `%${text}%`)
}
