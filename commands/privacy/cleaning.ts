import type { Pool } from 'pg'
import { streamOf } from '../../domain/event.ts'
import type { PersonActor } from '../../domain/person.ts'

// Tables that keep something for a person name them in one of these ways, so that nobody has to be asked who was added since.
const holders = `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name,
    bool_or(column_name = 'person') as "isByStream"
  from information_schema.columns join information_schema.tables using (table_schema, table_name)
  where table_type = 'BASE TABLE' and table_schema !~ '^(read_|log$|keys$|pg_|information_schema)'
    and (column_name in ('person_type', 'person_id') or column_name = 'person' and data_type = 'text')
  group by 1 having bool_or(column_name = 'person') or count(*) = 2`

const byStream = [
  // Unique values as HMAC, and the cache of the record.
  'delete from log.claim where stream = $1',
  'delete from log.snapshot where stream = $1 or subject = $1',
  "update consumer.dead_letter set error = '' where stream = $1",
]

/** Removes every row that is kept for a person beside the log and the read models: sign-ins, answers, jobs, claims. */
export const removeRowsOf = async (pool: Pool, { type, id }: PersonActor): Promise<void> => {
  const stream = streamOf(type, id)
  const { rows } = await pool.query<{ name: string; isByStream: boolean }>(holders)
  for (const { name, isByStream } of rows)
    await (isByStream
      ? pool.query(`delete from ${name} where person = $1`, [stream])
      : pool.query(`delete from ${name} where person_type = $1 and person_id = $2`, [type, id]))
  for (const text of byStream) await pool.query(text, [stream])
  await pool.query(
    "update command.job_item set sent = null, message_values = '{}' where resource = $1 and record = $2",
    [type, id],
  )
  await pool.query('delete from debug.entry where actor_type = $1 and actor_id = $2', [type, String(id)])
}
