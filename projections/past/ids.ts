import { quote } from '../sql.ts'
import { position } from './position.ts'
import { pastName } from './tables.ts'
import { highestAt } from './totals.ts'
import { nowName } from './views.ts'

// So many rows are read and sorted sooner than those that ended before them are passed by.
const few = 1_000

/**
 * The ids of a list of then as a table expression, in order of id: active ones, or all that are not in Trash. Both tables are read by indexes
 * alone and in the order of the list, so that a page costs what lies before it, whatever was changed since. Of a record that has a row
 * which was there then and ended later the row of now is not of then. Where few rows ended later, as in the last hours, those are read first.
 */
export const idsThen = (table: string, status: '' | 'active', isDescending: boolean): string => {
  const order = `order by id${isDescending ? ' desc' : ''}`
  const shown = status === '' ? "status <> 'deleted'" : `status = '${status}'`
  const isKnown = `id <= ${highestAt(table)}`
  const ended = `(select id, "position", status from ${quote(pastName(table))} where until > ${position} order by until limit ${few})`
  const areFew = `(select count(*) < ${few} from ${ended} ended)`
  const present = `from ${quote(nowName(table))} where ${shown} and created_position <= ${position} and ${isKnown}`
  return `(
    (select id from (select distinct on (id) id, is_shown from (
        (select id, 1 as is_now, true as is_shown ${present} ${order})
        union all (select id, 0, ${shown} from ${quote(pastName(table))}
          where "position" <= ${position} and until > ${position} and ${isKnown} ${order})
      ) both_tables ${order}, is_now) listed where is_shown and not ${areFew} ${order})
    union all (select id ${present} and id not in (select id from ${ended} ended where "position" <= ${position}) and ${areFew} ${order})
    union all (select id from ${ended} ended where "position" <= ${position} and ${shown} and ${areFew} ${order}))`
}
