import type { Pool } from 'pg'
import type { PersonActor } from '../../../domain/person.ts'
import type { JsonObject } from '../../../domain/event.ts'

/** How people want to see lists: no fact of the house, as their language is none, and gone with the person's other rows. */
export const ownListLooks = (pool: Pool) => ({
  /** How somebody wants to see a list; null before they said so. */
  listLookOf: async ({ type, id }: PersonActor, list: string): Promise<JsonObject | null> => {
    const { rows } = await pool.query<{ look: JsonObject }>({
      name: 'auth-list-look',
      text: 'select look from auth.list_look where person_type = $1 and person_id = $2 and list = $3',
      values: [type, id, list],
    })
    return rows[0]?.look ?? null
  },
  keepListLook: async ({ type, id }: PersonActor, list: string, look: JsonObject): Promise<void> => {
    await pool.query(
      `insert into auth.list_look (person_type, person_id, list, look) values ($1, $2, $3, $4)
       on conflict (person_type, person_id, list) do update set look = $4`,
      [type, id, list, look],
    )
  },
})
