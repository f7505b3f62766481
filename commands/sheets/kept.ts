import type { Pool } from 'pg'
import type { Message } from '../../domain/message.ts'
import { openText, type SealedText, sealText } from '../../platform/keys.ts'
import type { NewJob } from '../jobs/job.ts'
import type { RowChange } from './changes.ts'
import type { RowProblem } from './row.ts'

/** What a check found: how many rows lead to what, and every problem in the order of the rows. */
export type Report = {
  mode: string
  total: number
  created: number
  changed: number
  unchanged: number
  refused: number
  problems: readonly RowProblem[]
  /** What rows would change of records that exist, in the order of the rows. */
  changes: readonly RowChange[]
}

export type Kept = Report & { id: string; resource: string; isStarted: boolean }

type Sealed = { report: Report; items: NewJob['items'] }
type KeptRow = {
  resource: string
  sealed: SealedText | null
  rows: number[]
  report: Omit<Report, 'problems' | 'changes'>
}

/** Checked spreadsheets that wait for their confirmation; a job goes by the id of its check. Personal values are sealed with `key`. */
export const keptSheets = (pool: Pool, key: Uint8Array) => ({
  keep: async (
    person: string,
    sheet: { id: string; resource: string; rows: readonly number[] } & Sealed,
  ): Promise<void> => {
    const { id, resource, rows, report, items } = sheet
    const { problems: _, changes: _changes, ...counts } = report
    await pool.query(
      'insert into command.sheet (id, person, resource, report, rows, sealed) values ($1, $2, $3, $4, $5, $6)',
      [
        id,
        person,
        resource,
        JSON.stringify(counts),
        rows,
        JSON.stringify(sealText(key, JSON.stringify({ report, items }), id)),
      ],
    )
  },

  /** A check of somebody's own; `items` are null once it was started. */
  find: async (
    person: string,
    id: string,
  ): Promise<(Kept & { items: NewJob['items'] | null; rows: number[] }) | null> => {
    const text = 'select resource, sealed, rows, report from command.sheet where id = $1 and person = $2'
    const [row] = (await pool.query<KeptRow>(text, [id, person])).rows
    if (!row) return null
    const opened: Sealed | null = row.sealed && JSON.parse(openText(key, row.sealed, id))
    const { problems = [], changes = [] } = opened?.report ?? {}
    const { resource, rows, report } = row
    return {
      ...report,
      problems,
      changes,
      id,
      resource,
      rows,
      isStarted: opened === null,
      items: opened?.items ?? null,
    }
  },

  /** Forgets what the rows hold: from now on the job does. @param rows the number of the row that each item came from */
  markStarted: async (id: string, rows: readonly number[]): Promise<void> => {
    await pool.query('update command.sheet set sealed = null, rows = $2 where id = $1', [id, rows])
  },

  /** What a job could not do, by row. */
  refusedRows: async (id: string): Promise<(Message & { row: number })[]> => {
    const text = `select sheet.rows[item.index + 1] as row, item.message as id, item.message_values as values
      from command.job_item item join command.sheet sheet on sheet.id = item.job
      where item.job = $1 and item.state = 'refused' order by 1`
    return (await pool.query<Message & { row: number }>(text, [id])).rows
  },

  /** What nobody has confirmed for a day holds personal values of people who may be erased by then. */
  sweep: async (): Promise<void> => {
    await pool.query(
      `delete from command.sheet where created_at < clock_timestamp() - case when sealed is null then interval '7 days' else interval '1 day' end`,
    )
  },

  forgetAll: async (): Promise<void> => {
    await pool.query('delete from command.sheet where sealed is not null')
  },
})
