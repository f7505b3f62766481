import type { Reader } from '../reader.ts'
import { dayBeginsSql, placeholders } from '../sql.ts'

type Put = (value: unknown) => string

const steps: Readonly<Record<number, string>> = { 10: '1 day', 16: '1 minute', 19: '1 second' }

// A day, a minute or a second of the company's clock; the end of one is the beginning of the next.
/** The beginning or the end of a day, a minute or a second of a clock, as SQL. */
export const momentSql = (moment: string, zone: string, put: Put, isEnd: boolean): string => {
  if (moment.length === 10) return dayBeginsSql(moment, zone, put, isEnd ? 1 : 0)
  const begins = `(${put(moment)}::timestamp at time zone ${put(zone)})`
  return isEnd ? `(${begins} + interval '${steps[moment.length] ?? '1 second'}')` : begins
}

/** Whether an entry was decided, by the clock of the server, more than an hour after the log recorded it; as SQL on an alias. */
export const isAheadOfLog = (alias: string): string => `${alias}.at - ${alias}.recorded_at > interval '1 hour'`

/** The moment at which a day, a minute or a second of a clock is over. */
export const endOfMoment = async (pool: Reader, moment: string, zone: string): Promise<Date> => {
  const { values, put } = placeholders()
  const { rows } = await pool.query<{ at: Date }>(`select ${momentSql(moment, zone, put, true)} as at`, values)
  return rows[0]?.at ?? new Date()
}
