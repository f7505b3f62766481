import { quote } from '../sql.ts'
import { position } from './position.ts'
import { pastName } from './tables.ts'
import { highestAt } from './totals.ts'
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
  // What came later is passed by before its words are compared.
  const highest = highestAt(table)
  return `with held_now as materialized (
      select ${read}, t.id as held_id, t."position", ${where} as is_hit
      from ${quote(nowName(table))} t where ${words('t.keyword')} and t.id + 0 <= ${highest})
    select ${names} from held_now where is_hit and "position" <= ${position}
    union all select ${read} from ${past} t where ${where} and ${isThen} and t.id in (
      select held_id from held_now where "position" > ${position}
      union select held.id from ${past} held where held.ends_keyword and ${words('held.keyword')}
        and held.id + 0 <= ${highest} and held.until + 0 > ${position})`
}

/**
 * A condition on `t` of then of which few hold, each found by a GIN index: asked of whoever ever held it first. Of rows of then at once the planner would
 * join that index with all that ended later.
 */
export const everHeld = (table: string, condition: string): string =>
  `${condition} and t.id = any(array(${[nowName(table), pastName(table)]
    .map((name) => `select t.id from ${quote(name)} t where ${condition}`)
    .join(' union all ')}))`

/** The condition that `t` of then is a record that ever had an address, as SQL: its row of now has them all. */
export const slugThen = (table: string, slug: string): string =>
  `t.id = any(array(select held.id from ${quote(nowName(table))} held where held.slugs @> array[${slug}]))`
