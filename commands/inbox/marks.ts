import type { Pool } from 'pg'
import type { Resource } from '../../domain/resource.ts'

type Seen = { id: number; version: number }

/** What each person has opened of what came in: theirs alone and no fact of the house, so it is a table and no event. */
export const openedMarks = (pool: Pool) => ({
  /** @param person such as `user-7`; @param seen the records with the versions that were seen */
  mark: async (person: string, { name }: Resource, seen: readonly Seen[], isOpened: boolean): Promise<void> => {
    const ids = seen.map(({ id }) => id)
    const values = [person, name, ids, ...(isOpened ? [seen.map(({ version }) => version)] : [])]
    await pool.query(
      isOpened
        ? `insert into inbox.opened (person, resource, record, version) select $1, $2, seen.* from unnest($3::integer[], $4::integer[]) seen
            on conflict (person, resource, record) do update set version = greatest(inbox.opened.version, excluded.version), at = excluded.at`
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
