import { quote } from '../sql.ts'
import { position } from './position.ts'
import { pastName } from './tables.ts'
import { highestAt } from './totals.ts'
import { nowName } from './views.ts'

// So many rows are read and sorted sooner than those that ended before them are passed by.
const few = 1_000

/** An order of records that never changes for one, and what is listed of them: the condition on an alias. */
type Listed = {
  by: 'id' | 'created_at'
  isDescending: boolean
  shown: (alias: string) => string
  /** Where a page far behind begins, as a condition on `t`. */
  begins?: string | undefined
}

/**
 * The ids of a list of then as a table expression, in order. Both tables are read by indexes and in the order of the list, so that a page costs
 * what lies before it, whatever was changed since. Of a record that has a row which was there then and ended later the row of now is not
 * of then. Where few rows ended later, as in the last hours, those are read first.
 */
export const idsThen = (table: string, { by, isDescending, shown, begins }: Listed): string => {
  const columns = by === 'id' ? ['id'] : [by, 'id']
  const read = columns.join(', ')
  const order = `order by ${columns.map((name) => `${name}${isDescending ? ' desc' : ''}`).join(', ')}`
  // Not both: of a range between two the planner expects next to nothing.
  const isKnown = begins ?? `${by} <= ${highestAt(table, by)}`
  const past = quote(pastName(table))
  const ended = `(select * from ${past} where until > ${position} order by until limit ${few})`
  const areFew = `(select count(*) < ${few} from (select from ${past} where until > ${position} limit ${few}) ended)`
  const present = `from ${quote(nowName(table))} t where ${shown('t')} and created_position <= ${position} and ${isKnown}`
  return `(
    (select ${read} from (select distinct on (${read}) ${read}, is_shown from (
        (select ${read}, 1 as is_now, true as is_shown ${present} ${order})
        union all (select ${read}, 0, ${shown('t')} from ${past} t where "position" <= ${position} and until > ${position} and ${isKnown} ${order})
      ) both_tables ${order}, is_now) listed where is_shown and not ${areFew} ${order})
    union all (select ${read} ${present} and id not in (select id from ${ended} ended where "position" <= ${position}) and ${areFew} ${order})
    union all (select ${read} from ${ended} t where "position" <= ${position} and ${shown('t')} and ${isKnown} and ${areFew} ${order}))`
}
