import type { Pool } from 'pg'
import type { PersonActor } from '../../../domain/person.ts'
import { isLanguage, type Language } from '../../../domain/texts/languages.ts'
import type { Queryable } from './dependencies.ts'

/** The language that the person behind an alias chose, as SQL. */
export const languageSql = (alias: string): string =>
  `(select kept.language from auth.language kept where kept.person_type = ${alias}.person_type and kept.person_id = ${alias}.person_id)`

/** The language that a person chose; null before they did. */
export const keptLanguage = async (client: Queryable, { type, id }: PersonActor): Promise<Language | null> => {
  const { rows } = await client.query<{ language: string }>({
    name: 'auth-language',
    text: 'select language from auth.language where person_type = $1 and person_id = $2',
    values: [type, id],
  })
  const language = rows[0]?.language
  return isLanguage(language) ? language : null
}

/** In which language people read: theirs alone to choose, and no fact of the house, so it is a table and no event. */
export const ownLanguages = (pool: Pool) => ({
  languageOf: (person: PersonActor) => keptLanguage(pool, person),
  keepLanguage: async ({ type, id }: PersonActor, language: Language): Promise<void> => {
    await pool.query(
      `insert into auth.language (person_type, person_id, language) values ($1, $2, $3)
       on conflict (person_type, person_id) do update set language = $3`,
      [type, id, language],
    )
  },
})
