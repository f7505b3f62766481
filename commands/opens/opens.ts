import type { Pool } from 'pg'
import type { Migration } from '../../platform/database/migrations.ts'

/** How many days are kept day by day; what is older is one number for each month. */
export const daysKept = 90

/** Below this many a number is not told: it would tell of somebody. */
export const fewest = 5

export const opensMigration: Migration = {
  id: 'command-opens',
  // How often a post was opened on a day, and on how many devices for the first time that day. Nobody stands in it.
  sql: `create table command.post_open (
      post int not null,
      day date not null,
      opens int not null,
      firsts int not null,
      primary key (post, day)
    )`,
}

type Count = { opens: number; firsts: number }

/** What is shown of a day (YYYY-MM-DD): null for fewer than can be told without telling of somebody. */
export type DayOfOpens = { day: string; opens: number | null; readers: number | null }

const pause = 10_000
const mostWaiting = 10_000

const writeSql = `insert into command.post_open as known (post, day, opens, firsts)
  select post, day, opens, firsts from jsonb_to_recordset($1) as given (post int, day date, opens int, firsts int)
  on conflict (post, day) do update set opens = known.opens + excluded.opens, firsts = known.firsts + excluded.firsts`

// Months that are over: their days become one number, on the first of the month.
const rollUpSql = `with gone as (delete from command.post_open where day < date_trunc('month', current_date - ${daysKept})
    and day <> date_trunc('month', day) returning *)
  insert into command.post_open as known (post, day, opens, firsts)
  select post, date_trunc('month', day)::date, sum(opens), sum(firsts) from gone group by 1, 2
  on conflict (post, day) do update set opens = known.opens + excluded.opens, firsts = known.firsts + excluded.firsts`

const told = (count: number, readers: number): number | null => (readers < fewest ? null : count)

/** A sum that does not give away what was left out of its parts. */
const rounded = (count: number): number => Math.floor(count / fewest) * fewest

/**
 * How often posts are opened (docs/decisions/content/0195). No fact of the house and of no person: numbers outside of the log, gathered here
 * and written together every few seconds. What a process that dies had gathered is lost.
 */
export const postOpens = (pool: Pool, onFailure: (error: unknown) => void) => {
  let waiting = new Map<string, { post: number; day: string } & Count>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<unknown> = Promise.resolve()

  const write = async () => {
    const rows = [...waiting.values()]
    waiting = new Map()
    timer = undefined
    if (rows.length > 0) await pool.query(writeSql, [JSON.stringify(rows)])
  }
  const writeSoon = () => {
    timer ??= setTimeout(() => {
      writing = write().catch(onFailure)
    }, pause)
    timer.unref()
  }

  return {
    /** Counts that a post was opened on a day (YYYY-MM-DD), the first time that day on its device or once more. */
    count: (post: number, day: string, isFirst: boolean): void => {
      const key = `${post} ${day}`
      const known = waiting.get(key) ?? { post, day, opens: 0, firsts: 0 }
      if (!waiting.has(key) && waiting.size >= mostWaiting) return
      waiting.set(key, { ...known, opens: known.opens + 1, firsts: known.firsts + (isFirst ? 1 : 0) })
      writeSoon()
    },
    /** Writes what was gathered. */
    flush: async (): Promise<void> => {
      clearTimeout(timer)
      await writing
      await write()
    },
    /** The days of a post from one on, those without a look left out, and about how many looks there were since it is counted. */
    of: async (post: number, from: string): Promise<{ days: DayOfOpens[]; opens: number; readers: number }> => {
      const { rows } = await pool.query<{ day: string; isAsked: boolean } & Count>(
        `select day::text, day >= $2::date as "isAsked", opens, firsts from command.post_open where post = $1 order by day`,
        [post, from],
      )
      const sum = (of: (row: Count) => number) => rounded(rows.reduce((all, row) => all + of(row), 0))
      const readers = sum(({ firsts }) => firsts)
      const days = rows.flatMap(({ day, isAsked, opens, firsts }) =>
        isAsked ? [{ day, opens: told(opens, firsts), readers: told(firsts, firsts) }] : [],
      )
      return { days, opens: readers < fewest ? 0 : sum(({ opens }) => opens), readers }
    },
    /** Makes one number of each month that is over for long. */
    rollUp: async (): Promise<void> => {
      await pool.query(rollUpSql)
    },
  }
}

export type PostOpens = ReturnType<typeof postOpens>
