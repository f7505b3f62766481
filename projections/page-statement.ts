import { hitsSql, type Searched } from './texts/hits.ts'
import { quote } from './sql.ts'

/** A page of rows: `t` stands for the table in all of it. */
type Page = Searched & {
  /** What gives the ids in place of the table and its conditions. */
  ids?: string | null
  /** What answers where a page far behind begins, as `page_start` to the others (past/page-start.ts). */
  start?: string | undefined
  columns: { columns: string; joins: string }
  /** What answers the total, where it is kept; null where the hits are counted. */
  keptTotal: string | null
  /** The order of rows behind an alias: of `t`, or of `page`, which has the columns asked for. */
  orderOf: (alias: string) => string
  /** The column of `t` that the order reads beside the id. */
  orderedBy: string
  limit: string
}

/** One page and the total of all in one statement: the rows behind the ids, one look-up each whatever the planner thinks of a parameter. */
export const pageStatement = (page: Page): string => {
  const { ids, start, columns, keptTotal, orderOf, orderedBy, limit, ...searched } = page
  const { table, where } = searched
  const from = keptTotal === null ? 'hit t' : ids ? `${ids} t` : `${quote(table)} t where ${where}`
  const read = { id: 't.id', [orderedBy]: `t.${quote(orderedBy)}` }
  const first = [
    ...(start === undefined ? [] : [`page_start as materialized (${start})`]),
    ...(keptTotal === null ? [`hit as materialized (${hitsSql(searched, read)})`] : []),
  ]
  return `${first.length > 0 ? `with ${first.join(', ')}` : ''}
  select counted.total as list_total, page.* from (${keptTotal ?? 'select count(*)::int as total from hit'}) counted
  left join lateral (
    select one.* from (select t.id from ${from} order by ${orderOf('t')} ${limit}) page cross join lateral (
      select ${columns.columns} from ${quote(table)} t ${columns.joins} where t.id = page.id${ids ? ` and ${where}` : ''} offset 0
    ) one
  ) page on true order by ${orderOf('page')}`
}

/** What bounds a page, whose numbers stand in the text: a planner that does not know them plans for a tenth of the table. */
export const limitOf = (page: number, perPage: number, put: (value: unknown) => string): string =>
  `limit ${perPage}${page === 1 ? '' : ` offset ${put((page - 1) * perPage)}`}`
