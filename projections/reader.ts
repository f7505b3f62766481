import type pg from 'pg'

/** What answers the statements of the read side: the pool whose search path names the read tables, or those tables at a moment. */
export type Reader = {
  /** Tables as they were at a moment. */
  isThen?: true
  /** The position that they stand at then. */
  moment?: string
  query<Row extends pg.QueryResultRow>(
    statement: string | pg.QueryConfig<unknown[]>,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>
}
