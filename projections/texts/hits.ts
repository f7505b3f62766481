import { searchedThen, selected } from '../past/held.ts'
import { quote } from '../sql.ts'
import type { TextSearch } from './query.ts'

/** What is searched: a table under conditions on `t`, and where something was typed its words, on a keyword column, and the same in texts. */
export type Searched = {
  table: string
  where: string
  words: ((column: string) => string) | null
  texts: TextSearch | null
  isThen: boolean
}

/** Columns by name, as SQL on `t`; the id is among them. */
type Columns = Readonly<Record<string, string>> & { id: string }

const namedSql = ({ table, where, isThen }: Searched, words: (column: string) => string, columns: Columns): string => {
  const asked = `${where} and ${words('t.keyword')}`
  if (isThen) return searchedThen({ table, columns, where: asked, words })
  return `select ${selected(columns)} from ${quote(table)} t where ${asked}`
}

// Where so many hold all words in one place, nobody goes on to what holds them in two.
const enough = 20
// Of a word that more records hold, all of them are not looked through for the others.
const mostHolding = 500

/**
 * The records that hold some words in their names and the others in their texts, as SQL, where few hold all in one place (`few`, a statement that answers yes):
 * of those that hold the first word which few hold anywhere.
 */
export const mixedSql = (searched: Searched, few: string, columns: Columns): string | null => {
  const { table, where, texts } = searched
  if (!texts || texts.words.length === 0) return null
  // Materialized: planned as if all of them were read, which is by the index, and read as far as the limit asks.
  const holding = texts.words.map(({ named, holding: inTexts }, at) => {
    const all = `(${namedSql(searched, named, { id: 't.id' })}) union all (${inTexts})`
    return `any_${at} as materialized (select one.id from (${all}) one where (${few})),
      holding_${at} as materialized (select id from any_${at} limit ${mostHolding + 1})`
  })
  const isRare = (at: number) => `(select count(*) <= ${mostHolding} from holding_${at})`
  const rare = texts.words.map((_, at) => {
    const before = Array.from({ length: at }, (_one, other) => `not ${isRare(other)}`)
    return `select id from holding_${at} where ${[...before, isRare(at)].join(' and ')}`
  })
  const each = texts.words.map(({ named, isHeld }) => `(${named('t.keyword')} or ${isHeld})`)
  return `with ${holding.join(', ')}
    select ${selected(columns)} from ${quote(table)} t
    where t.id = any(array(${rare.join(' union all ')})) and ${[where, ...each].join(' and ')}`
}

/** The rows that hold the words in their keyword column, in their texts, or some in either, each once, as SQL. */
export const hitsSql = (searched: Searched, columns: Columns): string => {
  const { table, where, words, texts } = searched
  const read = `select ${selected(columns)} from ${quote(table)} t where ${where}`
  if (words === null) return read
  const named = namedSql(searched, words, columns)
  if (texts === null) return named
  // The keyword is not asked of what texts hold: most lists need nothing of these rows but their index.
  const others = `${read} and t.id = any(array(${texts.whole})) and t.id not in (select id from named)`
  const few = `select count(*) < ${enough} from (select from at_once limit ${enough}) first`
  const mixed = mixedSql(searched, few, columns)
  const first = `named as materialized (${named})`
  if (mixed === null) return `with ${first} select * from named union all ${others}`
  return `with ${first}, at_once as materialized (select * from named union all ${others})
    select * from at_once
    union all select * from (${mixed}) mixed where mixed.id not in (select id from at_once)`
}
