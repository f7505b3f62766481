import type { Pool } from 'pg'
import { isObject, textOf } from '../../domain/json.ts'
import type { By } from './facts.ts'

/** Who takes away views that name somebody who is erased. */
export const eraser: By = { actor: { type: 'system', id: 'erasure' }, correlationId: 'erasure' }

/** True when a view is called after somebody, or looks for them. @param names tells whether a text names them */
export const namesIn = (view: { name: string; search: string }, names: (text: string) => boolean): boolean =>
  [view.name, ...new URLSearchParams(view.search).values()].some(names)

const isOf = (view: unknown, names: (text: string) => boolean): boolean =>
  isObject(view) && namesIn({ name: textOf(view.name), search: textOf(view.search) }, names)

type Row = { person_type: string; person_id: number; list: string; views: unknown[] }

/** Removes the views that others keep for themselves and that name somebody who is erased. */
export const forgetOwn = async (pool: Pool, names: (text: string) => boolean): Promise<void> => {
  const { rows } = await pool.query<Row>(
    `select person_type, person_id, list, preferences->'views' as views from auth.list_preferences
     where jsonb_typeof(preferences->'views') = 'array' and preferences->'views' <> '[]'`,
  )
  for (const { person_type: type, person_id: id, list, views } of rows) {
    const kept = views.filter((view) => !isOf(view, names))
    if (kept.length === views.length) continue
    // Whoever kept another view meanwhile keeps it: the second look of an erasure comes back to this row.
    await pool.query(
      `update auth.list_preferences set preferences = jsonb_set(preferences, '{views}', $4)
       where person_type = $1 and person_id = $2 and list = $3 and preferences->'views' = $5`,
      [type, id, list, JSON.stringify(kept), JSON.stringify(views)],
    )
  }
}
