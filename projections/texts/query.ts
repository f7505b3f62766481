import type { Resource } from '../../domain/resource.ts'
import { searchedTexts } from '../../domain/shapes/searched-texts.ts'
import { position } from '../past/position.ts'
import { keywordOn, quote } from '../sql.ts'
import { languages, type SoughtWord, soughtWords } from './lexemes.ts'

type Put = (value: unknown) => string

const simple = ({ lexemes, isBeginning }: SoughtWord): string =>
  lexemes.map((lexeme) => `'${lexeme}'${isBeginning ? ':*' : ''}`).join(' & ')

/** What stands for a word in the index: itself, or what it begins, or its stem in one of the languages. */
const wordQuery = (word: SoughtWord, put: Put): string => {
  const typed = put(word.typed)
  const stems = languages.map((language) => `plainto_tsquery('${language}', ${typed})`)
  return `(${[`${put(simple(word))}::tsquery`, ...stems].join(' || ')})`
}

/** The lexeme that the texts of a resource have in common: the index is read for those alone. */
export const markOf = (resource: string): string => `@${resource}`

// Rows of now have no end. Each of these conditions is that of an index.
const rowsOf = (isThen: boolean): readonly string[] =>
  isThen
    ? [
        `x.until is null and x."position" <= ${position}`,
        `x.until is not null and x."position" <= ${position} and x.until > ${position}`,
      ]
    : ['x.until is null']

/** The texts of some records of a resource that are not in Trash, as SQL: of now, or of the moment at which the connection stands. @param ids a placeholder */
export const textsOf = ({ name }: Resource, ids: string, isThen: boolean): string =>
  `select x.record as id, x.text from consumer.words x join ${quote(name)} t on t.id = x.record
   where x.resource = '${name}' and x.record = any(${ids}::int[]) and t.status <> 'deleted' and (${rowsOf(isThen).join(' or ')})`

/**
 * A search in the texts of a resource, as SQL: `whole` are ids of records whose texts hold every word. `words` is each of them by itself, where there
 * are several: a condition on a keyword column, the ids of records whose texts hold it, and the condition that the texts of `t` do.
 */
export type TextSearch = { whole: string; words: readonly SearchedWord[] }
type SearchedWord = { named: (column: string) => string; holding: string; isHeld: string }

/** The search in texts for what was typed; by records of now, or of the moment at which the connection stands. Null where nothing is asked of texts. */
export const textSearch = (resource: Resource, typed: string, put: Put, isThen: boolean): TextSearch | null => {
  const words = searchedTexts(resource).length === 0 ? [] : soughtWords(typed)
  if (words.length === 0) return null
  const mark = `'''${markOf(resource.name)}'''::tsquery`
  const holding = (asked: readonly string[]) =>
    rowsOf(isThen)
      .map(
        (there) =>
          `select x.record from consumer.words x where ${there} and consumer.indexed(x.vector) @@ (${[mark, ...asked].join(' && ')})`,
      )
      .join(' union all ')
  const queries = words.map((word) => wordQuery(word, put))
  // Each value that is put into a statement is one that it reads.
  const several = words.length > 1 ? words : []
  const single = several.map(({ typed: word }, at): SearchedWord => {
    const query = queries[at] ?? ''
    return {
      named: keywordOn(word, put) ?? (() => 'false'),
      holding: holding([query]),
      isHeld: `exists (select from consumer.words x where x.resource = '${resource.name}' and x.record = t.id
        and (${rowsOf(isThen).join(' or ')}) and consumer.indexed(x.vector) @@ ${query})`,
    }
  })
  return { whole: holding(queries), words: single }
}
