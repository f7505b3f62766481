import type { Pool } from 'pg'
import type { Resource } from '../../domain/resource.ts'

/** What each person has opened of what came in: theirs alone and no fact of the house, so it is a table and no event. */
export const openedMarks = (pool: Pool) => ({
  /** @param person such as `user-7` */
  mark: async (person: string, { name }: Resource, ids: readonly number[], isOpened: boolean): Promise<void> => {
    const values = [person, name, ids]
    await pool.query(
      isOpened
        ? `insert into inbox.opened (person, resource, record) select $1, $2, unnest($3::integer[]) on conflict do nothing`
        : `delete from inbox.opened where person = $1 and resource = $2 and record = any($3::integer[])`,
      values,
    )
  },
  /** Forgets marks once their records are nobody's news any more (projections/inbox/unread.ts). */
  sweep: async (): Promise<void> => {
    await pool.query("delete from inbox.opened where at < current_timestamp - interval '200 days'")
  },
})

export type OpenedMarks = ReturnType<typeof openedMarks>
