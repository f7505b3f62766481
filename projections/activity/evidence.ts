import type { Pool } from 'pg'
import type { EvidenceAsked } from '../../domain/events/evidence.ts'
import { recordsAbout } from '../people/records-about.ts'
import type { ReadSchema } from '../schema.ts'
import { dayBeginsSql, placeholders } from '../sql.ts'
import { activityList } from '../fold/fold-activity.ts'

type About = EvidenceAsked & { kind: 'record' | 'person' }
type Days = EvidenceAsked & { kind: 'days' }
type Put = (value: unknown) => string

const atOnce = 10_000

/** The entries of the trail about a record; of a person also what they did, and what is about records of theirs. */
const aboutSql = async (pool: Pool, schema: ReadSchema, asked: About, put: Put): Promise<string> => {
  const pairs = [[asked.resource, asked.record]]
  if (asked.kind === 'person') {
    const held = await recordsAbout(pool, schema, { type: asked.resource, id: asked.record })
    pairs.push(...held.map(({ resource, id }) => [resource.name, id]))
  }
  const [names, ids] = [put(pairs.map(([name]) => name)), put(pairs.map(([, id]) => id))]
  const about = `(resource, record_id) in (select * from unnest(${names}::text[], ${ids}::integer[]))`
  if (asked.kind === 'record') return about
  return `(${about} or actor_type = ${put(asked.resource)} and actor_id = ${put(String(asked.record))})`
}

const daysSql = ({ from, to }: Days, zone: string, put: Put): { from: string | null; to: string | null } => ({
  from: from === null ? null : dayBeginsSql(from, zone, put),
  to: to === null ? null : dayBeginsSql(to, zone, put, 1),
})

const conditionOf = async (
  pool: Pool,
  schema: ReadSchema,
  asked: EvidenceAsked,
  zone: string,
  put: Put,
): Promise<string> => {
  if (asked.kind === 'record' || asked.kind === 'person') return aboutSql(pool, schema, asked, put)
  const [column, { from, to }] =
    asked.kind === 'days' ? ['recorded_at', daysSql(asked, zone, put)] : ['position', { from: null, to: null }]
  const conditions = [
    ...(from === null ? [] : [`${column} >= ${from}`]),
    ...(to === null ? [] : [`${column} < ${to}`]),
    ...(asked.kind === 'positions' && asked.from !== null ? [`position >= ${put(asked.from)}`] : []),
    ...(asked.kind === 'positions' && asked.to !== null ? [`position <= ${put(asked.to)}`] : []),
  ]
  return conditions.length === 0 ? 'true' : conditions.join(' and ')
}

/** What evidence packages ask of the trail. `zone` is the time zone in which days begin. */
export const evidenceQueries = (pool: Pool, schema: ReadSchema, zone: () => Promise<string>) => ({
  /** How many events a package would have, as far as the trail knows. */
  sizeOf: async (asked: EvidenceAsked): Promise<number> => {
    if (asked.kind === 'all') {
      const text = 'select active::float8 as count from list_total where resource = $1'
      return (await pool.query<{ count: number }>(text, [activityList()])).rows[0]?.count ?? 0
    }
    const { values, put } = placeholders()
    const condition = await conditionOf(pool, schema, asked, await zone(), put)
    const text = `select count(*)::float8 as count from activity where ${condition}`
    return (await pool.query<{ count: number }>(text, values)).rows[0]?.count ?? 0
  },

  /** The positions of what the trail has about a record, or of and about a person, in order; some at a time. */
  async *positionsAbout(asked: About): AsyncIterable<readonly bigint[]> {
    for (let after = '0', isLast = false; !isLast; ) {
      const { values, put } = placeholders()
      const condition = await aboutSql(pool, schema, asked, put)
      const text = `select position from activity where ${condition} and position > ${put(after)} order by position limit ${atOnce}`
      const { rows } = await pool.query<{ position: string }>(text, values)
      yield rows.map(({ position }) => BigInt(position))
      after = rows.at(-1)?.position ?? after
      isLast = rows.length < atOnce
    }
  },

  /** When days begin and end where the system stands. */
  momentsOf: async (days: Days): Promise<{ from: Date | null; to: Date | null }> => {
    const { values, put } = placeholders()
    const { from, to } = daysSql(days, await zone(), put)
    const text = `select ${from ?? 'null::timestamptz'} as from, ${to ?? 'null::timestamptz'} as to`
    const { rows } = await pool.query<{ from: Date | null; to: Date | null }>(text, values)
    return rows[0] ?? { from: null, to: null }
  },
})
