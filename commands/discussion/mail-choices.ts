import type { Pool } from 'pg'
import type { PersonActor } from '../../domain/person.ts'
import type { Migration } from '../../platform/database/migrations.ts'
import type { Queryable } from '../identity/sign-in/dependencies.ts'

/** What somebody may want to be told by mail. */
export type MailTopic = 'comments'

export const mailChoiceMigration: Migration = {
  id: 'auth-14-mail-choices',
  sql: `create table auth.mail_choice (
      person_type text not null,
      person_id int not null,
      topic text collate "C" not null,
      choice text collate "C" not null,
      primary key (person_type, person_id, topic)
    )`,
}

/** What somebody chose of a topic; null before they did. */
export const keptMailChoice = async (
  client: Queryable,
  { type, id }: PersonActor,
  topic: MailTopic,
): Promise<string | null> => {
  const { rows } = await client.query<{ choice: string }>(
    'select choice from auth.mail_choice where person_type = $1 and person_id = $2 and topic = $3',
    [type, id, topic],
  )
  return rows[0]?.choice ?? null
}

/** What people want to be told by mail: theirs alone to choose, as their language is, so it is a table and no event. */
export const mailChoices = (pool: Pool) => ({
  of: (person: PersonActor, topic: MailTopic) => keptMailChoice(pool, person, topic),
  keep: async ({ type, id }: PersonActor, topic: MailTopic, choice: string): Promise<void> => {
    await pool.query(
      `insert into auth.mail_choice (person_type, person_id, topic, choice) values ($1, $2, $3, $4)
       on conflict (person_type, person_id, topic) do update set choice = $4`,
      [type, id, topic, choice],
    )
  },
})

export type MailChoices = ReturnType<typeof mailChoices>
