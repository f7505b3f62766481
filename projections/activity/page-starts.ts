import type { Reader } from '../reader.ts'
import { placeholders } from '../sql.ts'

type Put = (value: unknown) => string

/** An entry at which a page begins, and how many come before it. */
type Start = { rank: number; at: string; position: string }

/** Where the read models stand: at a position, written by one who leads under a fence. */
export type Standing = { position: string; fence: string }

type Known = Standing & { starts: readonly Start[] }

/** Where pages of a filtered trail begin: at an entry, which `passed` come before, after some entries more. */
export type FoundStart = { from: { at: string; position: string }; passed: number; skip: number }

/** The conditions of a filter on entries, and what they are called. */
type Filter = { key: string; conditions: (put: Put) => readonly string[] }

export type PageStarts = {
  /** The start nearest before the entry that so many come before; null where none is known that still holds. */
  find(pool: Reader, filter: Filter, offset: number): Promise<FoundStart | null>
  keep(key: string, standing: Standing, start: Start): void
}

const mostFilters = 200
const mostStarts = 100
// Of more that came in since, a start is as quickly counted to anew.
const mostNewer = 1_000

const startsAt = (since: string, { at, position }: Start, put: Put): string =>
  `select c.position::text as position, c.fence::text as fence, count(n.at)::integer as newer,
    count(*) filter (where (n.at, n.position) <= (${put(at)}::timestamptz, ${put(position)}::bigint))::integer as behind
  from checkpoint c left join lateral (select at, position from activity where ${since} limit ${mostNewer + 1}) n on true
  where c.name = 'read' group by c.position, c.fence`

/**
 * Remembers where pages of a filtered trail began, so that they and those after them are found without counting past what comes before. Entries
 * are only added: a start stays what it is, and has as many more before it as came in since. What was written by another (a rebuild, a replay) or
 * came in behind a start ends what is known.
 */
export const openPageStarts = (): PageStarts => {
  const filters = new Map<string, Known>()

  const nearest = ({ starts }: Known, offset: number): Start | null =>
    starts.reduce<Start | null>(
      (best, start) => (start.rank <= offset && start.rank >= (best?.rank ?? 0) ? start : best),
      null,
    )

  /** What is known of a filter, where the read models stand now; null where it no longer holds. */
  const caughtUp = async (pool: Reader, { conditions }: Filter, known: Known): Promise<Known | null> => {
    const newest = known.starts.reduce((best, start) => (start.rank < best.rank ? start : best))
    const { values, put } = placeholders()
    const since = [...conditions(put), `position > ${put(known.position)}::bigint`].join(' and ')
    const text = startsAt(since, newest, put)
    const [now] = (await pool.query<Standing & { newer: number; behind: number }>(text, values)).rows
    if (!now || now.fence !== known.fence || now.newer > mostNewer || now.behind > 0) return null
    const starts = known.starts.map((start) => ({ ...start, rank: start.rank + now.newer }))
    return { fence: now.fence, position: now.position, starts }
  }

  return {
    find: async (pool, filter, offset) => {
      const known = filters.get(filter.key)
      if (!known || nearest(known, offset) === null) return null
      const now = await caughtUp(pool, filter, known)
      // Another who asked meanwhile may have put something else there.
      if (filters.get(filter.key) === known) {
        filters.delete(filter.key)
        if (now) filters.set(filter.key, now)
      }
      const start = now && nearest(now, offset)
      return start && { from: start, passed: start.rank, skip: offset - start.rank }
    },
    keep: (key, standing, start) => {
      const known = filters.get(key)
      const isSame = known?.fence === standing.fence && known.position === standing.position
      const starts = isSame ? known.starts.filter(({ rank }) => rank !== start.rank) : []
      filters.delete(key)
      filters.set(key, { ...standing, starts: [...starts.slice(1 - mostStarts), start] })
      const [oldest] = filters.keys()
      if (filters.size > mostFilters && oldest !== undefined) filters.delete(oldest)
    },
  }
}
