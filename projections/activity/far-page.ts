import type { Reader } from '../reader.ts'

/** Where a page far behind begins: at what is older than a moment, after some entries more. */
export type PageStart = { before: string; passed: number; skip: number }

type Part = { part: string; count: number }

// Totals of a day or an hour, newest first.
const partsSql = (length: number): string =>
  `select substr(resource, 10) as part, active as count from list_total
   where resource >= 'activity@' || $1 and resource < 'activity@' || $2 and length(resource) = ${9 + length} order by part desc`

const nextOf = (part: string): string => {
  const begins = new Date(part.length === 10 ? `${part}T00:00:00Z` : `${part}:00:00Z`)
  return new Date(begins.getTime() + (part.length === 10 ? 86_400_000 : 3_600_000)).toISOString()
}

const within = (parts: readonly Part[], offset: number): { part: string; skip: number } | null => {
  let passed = 0
  for (const { part, count } of parts) {
    if (passed + count > offset) return { part, skip: offset - passed }
    passed += count
  }
  return null
}

/** The start of the page that `offset` entries of the whole trail come before, by the kept totals; null when there are none so many. */
export const startOfPage = async (pool: Reader, offset: number): Promise<PageStart | null> => {
  const ask = async (length: number, from: string, to: string) =>
    (await pool.query<Part>(partsSql(length), [from, to])).rows
  const day = within(await ask(10, '0001-01-01', '9999-12-31'), offset)
  if (day === null) return null
  const hour = within(await ask(13, day.part, nextOf(day.part).slice(0, 10)), day.skip)
  return hour === null ? null : { before: nextOf(hour.part), passed: offset - hour.skip, skip: hour.skip }
}
