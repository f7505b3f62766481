import { position } from './position.ts'
import { idsInPart, ofPart, totalsTable } from './totals.ts'
import { quote } from '../sql.ts'

/** Nearer pages are found by counting off, which takes several times as long for rows of then. */
export const farBehind = { ofNow: 2_000, ofThen: 400 }

/** A list in the order of ids: which of the totals of its parts it is of. */
type Started = {
  resource: string
  statuses: readonly ('active' | 'inactive' | 'deleted')[]
  isDescending: boolean
  isThen: boolean
  /** How many come before the page, as SQL. */
  offset: string
}

/** Where a page far behind begins: `sql` answers one row, with the first id of the part in its order and how many of it are left out. */
export type PageStart = { sql: string; bound: (alias: string) => string }

/**
 * The start of a page of a list in the order of ids. Parts of the list, each of as many ids in a row, are passed by their totals; the last row of
 * each says them, at any moment. So a page far behind costs a look-up for each part before it and the rows of one part.
 */
export const pageStart = ({ resource, statuses, isDescending, isThen, offset }: Started): PageStart => {
  const table = quote(totalsTable.name)
  const of = `from ${table} k where k.resource = '${resource}'`
  const until = isThen ? ` and k.position <= ${position}` : ''
  const held = (part: string) =>
    `coalesce((select ${statuses.map((status) => `k.${ofPart(status)}`).join(' + ')} ${of} and k.part = ${part}${until} order by k.position desc limit 1), 0)`
  const next = (from: string) =>
    `(select ${isDescending ? 'max' : 'min'}(k.part) ${of} and k.part ${isDescending ? '<' : '>'} ${from})`
  const first = isDescending
    ? `(select k.highest / ${idsInPart} ${of}${until} order by k.position desc limit 1)`
    : `(select min(k.part) ${of})`
  return {
    sql: `with recursive walk (part, passed, held) as (
        select start.part, 0, ${held('start.part')} from (select ${first} as part) start where start.part is not null
        union all select later.part, walk.passed + walk.held, ${held('later.part')}
          from walk cross join lateral (select ${next('walk.part')} as part offset 0) later
          where walk.passed + walk.held <= ${offset} and later.part is not null
      ) select part * ${idsInPart}${isDescending ? ` + ${idsInPart - 1}` : ''} as first, ${offset} - passed as skip from walk order by part${isDescending ? '' : ' desc'} limit 1`,
    bound: (alias) => `${alias}.id ${isDescending ? '<=' : '>='} (select first from page_start)`,
  }
}
