import type { Pool } from 'pg'
import { isNamedByHouse, type Shortcut } from '../../domain/people/shortcuts.ts'
import type { PersonActor } from '../../domain/person.ts'
import type { Migration } from '../../platform/database/migrations.ts'

export const shortcutMigration: Migration = {
  id: 'auth-16-shortcut',
  sql: `create table auth.shortcut (
      person_type text not null,
      person_id int not null,
      links jsonb not null,
      primary key (person_type, person_id)
    )`,
}

type Row = { person_type: string; person_id: number; links: Shortcut[] }

/** What employees want to have on their first page: theirs alone to choose, so it is a table and no event (docs/decisions/people/0204). */
export const shortcuts = (pool: Pool) => ({
  of: async ({ type, id }: PersonActor): Promise<readonly Shortcut[]> => {
    const { rows } = await pool.query<Pick<Row, 'links'>>({
      name: 'auth-shortcut',
      text: 'select links from auth.shortcut where person_type = $1 and person_id = $2',
      values: [type, id],
    })
    return rows[0]?.links ?? []
  },

  /** Keeps them in this order; none is what everybody begins with. */
  keep: async ({ type, id }: PersonActor, links: readonly Shortcut[]): Promise<void> => {
    const kept = links.map(({ link, title }) => ({ link, title: isNamedByHouse(link) ? '' : title }))
    await pool.query(
      `insert into auth.shortcut (person_type, person_id, links) values ($1, $2, $3)
       on conflict (person_type, person_id) do update set links = $3`,
      [type, id, JSON.stringify(kept)],
    )
  },

  /** Removes those by which others name somebody who is erased. @param names tells whether a text names them */
  forget: async (names: (text: string) => boolean): Promise<void> => {
    const { rows } = await pool.query<Row>(
      "select person_type, person_id, links from auth.shortcut where links <> '[]'",
    )
    for (const { person_type: type, person_id: id, links } of rows) {
      const kept = links.filter(({ title, link }) => !names(title) && !names(link))
      if (kept.length === links.length) continue
      // What was changed meanwhile is looked at by the second look of an erasure.
      await pool.query('update auth.shortcut set links = $3 where person_type = $1 and person_id = $2 and links = $4', [
        type,
        id,
        JSON.stringify(kept),
        JSON.stringify(links),
      ])
    }
  },
})

export type Shortcuts = ReturnType<typeof shortcuts>
