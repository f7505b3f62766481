import type { Pool } from 'pg'

/**
 * What one edit is going to write into several records: `wanted` are to point at the record `id` (null: it has no number yet) where
 * `before` do, by `field` of `holder`. `isDue` says that the record itself is written.
 */
export type EndsPromise = {
  commandId: string
  resource: string
  id: number | null
  holder: string
  field: string
  before: readonly number[]
  wanted: readonly number[]
  isDue: boolean
  person: string
  correlationId: string | null
}

type Key = Pick<EndsPromise, 'commandId' | 'holder' | 'field'>

// Well above the time that an edit takes, and that a retry with the same key waits for it.
const overdueAfter = '30 seconds'

/** The promises in PostgreSQL, each from before its first append until its last is done. */
export const endsPromises = (pool: Pool) => {
  const at = 'where command_id = $1 and holder = $2 and field = $3'
  const ask = async (text: string, { commandId, holder, field }: Key, ...more: unknown[]): Promise<EndsPromise[]> =>
    (await pool.query<EndsPromise>(text, [commandId, holder, field, ...more])).rows
  const tell = async (text: string, key: Key, ...more: unknown[]): Promise<void> => void (await ask(text, key, ...more))
  return {
    /** A retry of the same command keeps what was there before its first try; that is answered. */
    make: async (one: Omit<EndsPromise, 'isDue'>): Promise<readonly number[]> => {
      const [made] = await ask(
        `insert into command.ends_promise (command_id, holder, field, resource, record, before, wanted, person, correlation_id)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         on conflict (command_id, holder, field) do update set begun_at = clock_timestamp()
         returning before`,
        one,
        one.resource,
        one.id,
        one.before,
        one.wanted,
        one.person,
        one.correlationId,
      )
      return made?.before ?? one.before
    },
    name: (key: Key, id: number): Promise<void> => tell(`update command.ends_promise set record = $4 ${at}`, key, id),
    fallDue: (key: Key): Promise<void> => tell(`update command.ends_promise set is_due = true ${at}`, key),
    forget: (key: Key): Promise<void> => tell(`delete from command.ends_promise ${at}`, key),
    overdue: async (): Promise<EndsPromise[]> => {
      const { rows } = await pool.query<EndsPromise>(
        `select command_id as "commandId", resource, record as id, holder, field, before, wanted, is_due as "isDue", person,
           correlation_id as "correlationId"
         from command.ends_promise where begun_at < clock_timestamp() - interval '${overdueAfter}' order by begun_at`,
      )
      return rows
    },
  }
}
