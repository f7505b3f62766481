import { searchableText, searchedWords } from '../../domain/comparable.ts'
import type { Item } from './stationery-queries.ts'

const mostUsual = 8

/** What was asked for before and still may be, the latest first. */
export const usualItems = (
  items: readonly Item[],
  asked: readonly { item: { id: number } | null }[],
): readonly Item[] =>
  [...new Set(asked.map(({ item }) => item?.id))]
    .flatMap((id) => items.find(({ value }) => value === id) ?? [])
    .slice(0, mostUsual)

/** The items whose names hold all words of a text, those that begin with it first. */
export const itemsFound = (items: readonly Item[], typed: string): readonly Item[] => {
  const [text, words] = [searchableText(typed), searchedWords(typed)]
  const isFound = ({ name }: Item) => words.every((word) => searchableText(name).includes(word))
  const begins = ({ name }: Item) => searchableText(name).startsWith(text)
  const found = items.filter(isFound)
  return [...found.filter(begins), ...found.filter((item) => !begins(item))]
}
