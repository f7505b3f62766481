import { searchableText } from '../../domain/comparable.ts'
import type { Resource } from '../../domain/resource.ts'
import { searchedTexts } from '../../domain/shapes/searched-texts.ts'
import type { Reader } from '../reader.ts'
import { languages, type SoughtWord, soughtWords } from './lexemes.ts'
import { textsOf } from './query.ts'

/** A part of a text, and whether it is what was looked for. */
export type Piece = { text: string; isMarked: boolean }

type Mark = { from: number; until: number; word: number }

const stemsSql = `select ${languages.map((language) => `tsvector_to_array(to_tsvector('${language}', $1))`).join(' || ')} as stems`

// A shorter stem begins too many words.
const shortestStem = 3

/** How the words of a search begin where they are found: as they were typed, or with a stem in one of the languages. */
const beginningsOf = async (pool: Reader, words: readonly SoughtWord[]): Promise<string[][]> =>
  Promise.all(
    words.map(async ({ typed }) => {
      const { rows } = await pool.query<{ stems: string[] }>({ name: 'stems', text: stemsSql, values: [typed] })
      const stems = (rows[0]?.stems ?? []).map(searchableText).filter(({ length }) => length >= shortestStem)
      return [...new Set([searchableText(typed), ...stems])]
    }),
  )

const isUnspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

const marksIn = (text: string, beginnings: readonly (readonly string[])[]): Mark[] => {
  const marks: Mark[] = []
  for (const { 0: token, index } of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const folded = searchableText(token)
    beginnings.forEach((some, word) => {
      if (!isUnspaced.test(token)) {
        if (some.some((one) => folded.startsWith(one))) marks.push({ from: index, until: index + token.length, word })
        return
      }
      for (const one of some)
        for (let at = token.indexOf(one); one !== '' && at >= 0; at = token.indexOf(one, at + one.length))
          marks.push({ from: index + at, until: index + at + one.length, word })
    })
  }
  return marks.toSorted((a, b) => a.from - b.from)
}

// In characters: about two lines of a list.
const length = 160
const before = 40

const startOf = (text: string, from: number): number => {
  if (from <= before) return 0
  const blank = text.indexOf(' ', from - before)
  return blank < 0 || blank >= from ? from : blank + 1
}

const endOf = (text: string, start: number, least: number): number => {
  if (text.length <= start + length) return text.length
  const blank = text.lastIndexOf(' ', start + length)
  return blank <= start ? start + length : Math.max(blank, least)
}

/** The part of a text that holds most of the words, as pieces; null where it holds none. */
export const passageIn = (text: string, beginnings: readonly (readonly string[])[]): Piece[] | null => {
  const marks = marksIn(text, beginnings)
  let best: { at: number; words: number } | null = null
  for (const [at, { from }] of marks.entries()) {
    const near = new Set<number>()
    for (let next = at; (marks[next]?.until ?? Infinity) <= from + length - before; next += 1)
      near.add(marks[next]?.word ?? -1)
    if (best === null || near.size > best.words) best = { at, words: near.size }
    if (near.size === beginnings.length) break
  }
  const first = best === null ? undefined : marks[best.at]
  if (!first) return null
  const start = startOf(text, first.from)
  const end = endOf(text, start, first.until)
  const pieces: Piece[] = []
  let at = start
  const add = (until: number, isMarked: boolean) => {
    if (until > at) pieces.push({ text: text.slice(at, until), isMarked })
    at = Math.max(at, until)
  }
  for (const mark of marks.filter(({ from, until }) => from >= start && until <= end)) {
    add(mark.from, false)
    add(mark.until, true)
  }
  add(end, false)
  return [
    ...(start > 0 ? [{ text: '… ', isMarked: false }] : []),
    ...pieces,
    ...(end < text.length ? [{ text: ' …', isMarked: false }] : []),
  ]
}

/** Where records say what was typed, by their ids; whether somebody may see them was asked before. */
export const passagesOf = async (
  pool: Reader,
  resource: Resource,
  typed: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Piece[]>> => {
  const words = soughtWords(typed)
  if (searchedTexts(resource).length === 0 || words.length === 0 || ids.length === 0) return new Map()
  const [beginnings, { rows }] = await Promise.all([
    beginningsOf(pool, words),
    pool.query<{ id: number; text: string }>(textsOf(resource, '$1', pool.isThen === true), [ids]),
  ])
  return new Map(
    rows.flatMap(({ id, text }) => {
      const passage = passageIn(text, beginnings)
      return passage === null ? [] : [[id, passage] as const]
    }),
  )
}
