import { randomUUID } from 'node:crypto'
import pg, { type Pool } from 'pg'
import { mostListViews } from '../../domain/events/list-views.ts'
import { Rejected } from '../../domain/rejected.ts'
import type { Audit } from '../audit.ts'
import { type By, listViewFacts, noting } from './facts.ts'
import { eraser, forgetOwn, namesIn } from './forget.ts'

/** A view of a list that is shared: its filters and order, as they stand in the address. */
export type ListView = { id: string; resource: string; name: string; search: string }

const columns = 'id, resource, name, search'

const isTaken = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '23505'

const unlessTaken = async <T>(write: Promise<T>): Promise<T> => {
  try {
    return await write
  } catch (error) {
    if (isTaken(error)) throw new Rejected('There is a shared view of this name.', 'taken')
    throw error
  }
}

const removeOne = async (pool: Pool, id: string, by: By): Promise<void> => {
  const { sql, values } = noting('ListViewRemoved', by, 2)
  const text = `with changed as (delete from command.list_view where id = $1 returning id, resource), ${sql} select from changed`
  await pool.query(text, [id, ...values])
}

/** Views of lists that all see who may read these (docs/decisions/ui/0192). Whoever changes one was let in by the caller. */
export const openListViews = ({ pool, audit }: { pool: Pool; audit: Audit }) => {
  const tell = listViewFacts(pool, audit)
  // What was done stands: while the log is away it is told later, by the maintenance.
  const tellNow = () => tell().catch(() => undefined)
  return {
    /** The views of a list, by name. */
    list: async (resource: string): Promise<ListView[]> => {
      const text = `select ${columns} from command.list_view where resource = $1 order by lower(name), id`
      return (await pool.query<ListView>(text, [resource])).rows
    },

    find: async (id: string): Promise<ListView | null> =>
      (await pool.query<ListView>(`select ${columns} from command.list_view where id::text = $1`, [id])).rows[0] ??
      null,

    /** Shares one, once under its id. @throws Rejected when there are too many, or one of its name */
    share: async (
      { resource, name, search }: Omit<ListView, 'id'>,
      by: By,
      id: string = randomUUID(),
    ): Promise<ListView> => {
      const { sql, values } = noting('ListViewShared', by, 5)
      const text = `with changed as (insert into command.list_view (id, resource, name, search) select $1::uuid, $2, $3, $4
      where (select count(*) from command.list_view where resource = $2) < ${mostListViews} on conflict (id) do nothing returning ${columns}),
      ${sql} select ${columns} from changed union all select ${columns} from command.list_view where id = $1::uuid`
      const { rows } = await unlessTaken(pool.query<ListView>(text, [id, resource, name, search, ...values]))
      if (!rows[0])
        throw new Rejected('{count} views of this list are shared already. Remove one first.', 'rule', {
          values: { count: mostListViews },
        })
      await tellNow()
      return rows[0]
    },

    /** Renames one; one that has the name already is left as it is. @throws Rejected when there is another of the name */
    rename: async ({ id }: ListView, name: string, by: By): Promise<void> => {
      const { sql, values } = noting('ListViewRenamed', by, 3)
      const text = `with changed as (update command.list_view set name = $2 where id = $1 and name <> $2 returning id, resource),
      ${sql} select from changed`
      await unlessTaken(pool.query(text, [id, name, ...values]))
      await tellNow()
    },

    /** Removes one; one that is gone already is no error. */
    remove: async ({ id }: ListView, by: By): Promise<void> => {
      await removeOne(pool, id, by)
      await tellNow()
    },

    /** Removes those whose name or filters name somebody who is erased: of theirs and of whoever looked for them. */
    forget: async (names: (text: string) => boolean): Promise<void> => {
      const { rows } = await pool.query<ListView>(`select ${columns} from command.list_view`)
      for (const view of rows) if (namesIn(view, names)) await removeOne(pool, view.id, eraser)
      await forgetOwn(pool, names)
      await tellNow()
    },

    /** Tells the trail what was not told yet. */
    tell,
  }
}

export type ListViews = ReturnType<typeof openListViews>
