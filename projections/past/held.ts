import { quote } from '../sql.ts'
import { position } from './position.ts'
import { pastName } from './tables.ts'
import { nowName } from './views.ts'

// The addition keeps the index of words from being joined with that of all that ended later.
const isThen = `t."position" <= ${position} and t.until + 0 > ${position}`

/** Columns by name as a list of SQL. */
export const selected = (columns: Readonly<Record<string, string>>): string =>
  Object.entries(columns)
    .map(([name, sql]) => `${sql} as ${quote(name)}`)
    .join(', ')

/** What is read of rows `t` of a table: columns by name, under a condition of which `words` is a part, asked of a keyword column. */
type Searched = {
  table: string
  columns: Readonly<Record<string, string>>
  where: string
  words: (column: string) => string
}

/**
 * The rows of then that hold words, as SQL. What ended without other keywords is in no index of words: it is found by the ids of those
 * that held the words later, of which rows of now are read once.
 */
export const searchedThen = ({ table, columns, where, words }: Searched): string => {
  const past = quote(pastName(table))
  const names = Object.keys(columns).map(quote).join(', ')
  const read = selected(columns)
  const isLater = (alias: string) => `${alias}.created_position <= ${position} and ${alias}."position" > ${position}`
  return `with held_now as materialized (
      select ${read}, t.id as held_id, t."position", t.created_position, ${where} as is_hit
      from ${quote(nowName(table))} t where ${words('t.keyword')} and t.created_position <= ${position})
    select ${names} from held_now where is_hit and "position" <= ${position}
    union all select ${read} from ${past} t where ${where} and t.ends_keyword and ${isThen}
    union all select ${read} from ${past} t where ${where} and not t.ends_keyword and ${isThen} and t.id in (
      select held_id from held_now where ${isLater('held_now')}
      union all select held.id from ${past} held where held.ends_keyword and ${words('held.keyword')} and ${isLater('held')})`
}

/** The condition that `t` of then is a record that ever had an address, as SQL: its row of now has them all. */
export const slugThen = (table: string, slug: string): string =>
  `t.id = any(array(select held.id from ${quote(nowName(table))} held where held.slugs @> array[${slug}]))`
