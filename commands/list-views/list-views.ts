import { randomUUID } from 'node:crypto'
import pg, { type Pool } from 'pg'
import type { Actor } from '../../domain/event.ts'
import { mostListViews } from '../../domain/events/list-views.ts'
import { Rejected } from '../../domain/rejected.ts'
import type { Audit } from '../audit.ts'

/** A view of a list that is shared: its filters and order, as they stand in the address. */
export type ListView = { id: string; resource: string; name: string; search: string }

type By = { actor: Actor; correlationId: string }

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

/** Views of lists that all see who may read these (docs/decisions/ui/0192). Whoever changes one was let in by the caller. */
export const openListViews = ({ pool, audit }: { pool: Pool; audit: Audit }) => ({
  /** The views of a list, by name. */
  list: async (resource: string): Promise<ListView[]> => {
    const text = `select ${columns} from command.list_view where resource = $1 order by lower(name), id`
    return (await pool.query<ListView>(text, [resource])).rows
  },

  find: async (id: string): Promise<ListView | null> =>
    (await pool.query<ListView>(`select ${columns} from command.list_view where id::text = $1`, [id])).rows[0] ?? null,

  /** Shares one. @throws Rejected when there are too many, or one of its name */
  share: async ({ resource, name, search }: Omit<ListView, 'id'>, by: By): Promise<ListView> => {
    const text = `insert into command.list_view (id, resource, name, search) select $1, $2, $3, $4
      where (select count(*) from command.list_view where resource = $2) < ${mostListViews} returning ${columns}`
    const id = randomUUID()
    const { rows } = await unlessTaken(pool.query<ListView>(text, [id, resource, name, search]))
    if (!rows[0])
      throw new Rejected('{count} views of this list are shared already. Remove one first.', 'rule', {
        values: { count: mostListViews },
      })
    await audit({ type: 'ListViewShared', data: { view: id, resource } }, by)
    return rows[0]
  },

  /** Renames one; one that has the name already is left as it is. @throws Rejected when there is another of the name */
  rename: async ({ id, resource }: ListView, name: string, by: By): Promise<void> => {
    const text = 'update command.list_view set name = $2 where id = $1 and name <> $2'
    const { rowCount } = await unlessTaken(pool.query(text, [id, name]))
    if (rowCount) await audit({ type: 'ListViewRenamed', data: { view: id, resource } }, by)
  },

  /** Removes one; one that is gone already is no error. */
  remove: async ({ id, resource }: ListView, by: By): Promise<void> => {
    const { rowCount } = await pool.query('delete from command.list_view where id = $1', [id])
    if (rowCount) await audit({ type: 'ListViewRemoved', data: { view: id, resource } }, by)
  },
})

export type ListViews = ReturnType<typeof openListViews>
