import type { Pool } from 'pg'
import type { PersonActor } from '../../../domain/person.ts'
import type { JsonObject } from '../../../domain/event.ts'

/** How people want to see lists: no fact of the house, as their language is none, and gone with the person's other rows. */
export const ownListPreferences = (pool: Pool) => ({
  /** How somebody wants to see a list; null before they said so. */
  listPreferencesOf: async ({ type, id }: PersonActor, list: string): Promise<JsonObject | null> => {
    const { rows } = await pool.query<{ preferences: JsonObject }>({
      name: 'auth-list-preferences',
      text: 'select preferences from auth.list_preferences where person_type = $1 and person_id = $2 and list = $3',
      values: [type, id, list],
    })
    return rows[0]?.preferences ?? null
  },
  keepListPreferences: async ({ type, id }: PersonActor, list: string, preferences: JsonObject): Promise<void> => {
    await pool.query(
      `insert into auth.list_preferences (person_type, person_id, list, preferences) values ($1, $2, $3, $4)
       on conflict (person_type, person_id, list) do update set preferences = $4`,
      [type, id, list, preferences],
    )
  },
})
