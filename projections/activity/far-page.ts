import type { Reader } from '../reader.ts'

/** Where a page far behind begins: at what is older than a moment, after some entries more. */
export type PageStart = { before: string; passed: number; skip: number }

type Part = { part: string; passed: number }

// Of the totals of days or hours, newest first, the one within which so many entries are passed.
const partText = `select part, passed::integer from (
    select substr(resource, 10) as part, active, sum(active) over (order by resource desc) - active as passed from list_total
    where resource >= 'activity@' || $1 and resource < 'activity@' || $2 and length(resource) = 9 + $3::integer) parts
  where passed + active > $4 order by part desc limit 1`

const nextOf = (part: string): string => {
  const begins = new Date(part.length === 10 ? `${part}T00:00:00Z` : `${part}:00:00Z`)
  return new Date(begins.getTime() + (part.length === 10 ? 86_400_000 : 3_600_000)).toISOString()
}

/** The start of the page that `offset` entries of the whole trail come before, by the kept totals; null when there are none so many. */
export const startOfPage = async (pool: Reader, offset: number): Promise<PageStart | null> => {
  const ask = async (length: number, from: string, to: string, most: number) =>
    (await pool.query<Part>({ name: 'trail-part', text: partText, values: [from, to, length, most] })).rows[0]
  const day = await ask(10, '0001-01-01', '9999-12-31', offset)
  if (!day) return null
  const hour = await ask(13, day.part, nextOf(day.part).slice(0, 10), offset - day.passed)
  if (!hour) return null
  const passed = day.passed + hour.passed
  return { before: nextOf(hour.part), passed, skip: offset - passed }
}
