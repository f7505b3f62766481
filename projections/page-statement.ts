import { hitsSql, type Searched } from './texts/hits.ts'
import { quote } from './sql.ts'

/** A page of rows: `t` stands for the table in all of it. */
type Page = Searched & {
  /** What answers where a page far behind begins, as `page_start` to the others (past/page-start.ts). */
  start?: string | undefined
  columns: { columns: string; joins: string }
  /** What answers the total, where it is kept; null where the hits are counted. */
  keptTotal: string | null
  /** The order of rows behind an alias: of `t`, or of `page`, which has the columns asked for. */
  orderOf: (alias: string) => string
  /** The column of `t` that the order reads beside the id. */
  orderedBy: string
  perPage: number
  /** How many come before the page, as SQL; null for the first. */
  offset: string | null
}

/** One page and the total of all in one statement: the rows behind the ids, one look-up each whatever the planner thinks of a parameter. */
export const pageStatement = (page: Page): string => {
  const { start, columns, keptTotal, orderOf, orderedBy, perPage, offset, ...searched } = page
  const { table, where } = searched
  const skipped = start === undefined ? offset : '(select skip from page_start)'
  // Behind the end nothing is passed by.
  const isThere = skipped === null || start !== undefined ? '' : ` and counted.total > ${skipped}`
  const from = keptTotal === null ? 'hit t' : `${quote(table)} t where ${where}${isThere}`
  const read = { id: 't.id', [orderedBy]: `t.${quote(orderedBy)}` }
  const first = [
    ...(start === undefined ? [] : [`page_start as materialized (${start})`]),
    ...(keptTotal === null ? [`hit as materialized (${hitsSql(searched, read)})`] : []),
  ]
  return `${first.length > 0 ? `with ${first.join(', ')}` : ''}
  select counted.total as list_total, page.* from (${keptTotal ?? 'select count(*)::int as total from hit'}) counted
  left join lateral (
    select one.* from (select t.id from ${from} order by ${orderOf('t')} limit ${perPage}${skipped === null ? '' : ` offset ${skipped}`}) page cross join lateral (
      select ${columns.columns} from ${quote(table)} t ${columns.joins} where t.id = page.id offset 0
    ) one
  ) page on true order by ${orderOf('page')}`
}

/** How many come before a page, as a value: a planner that does not know what bounds a page plans for a tenth of the table, so its size stands in the text. */
export const offsetOf = (page: number, perPage: number, put: (value: unknown) => string): string | null =>
  page === 1 ? null : `${put((page - 1) * perPage)}::integer`
