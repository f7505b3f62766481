import type { Resource } from '../../domain/resource.ts'
import { quote } from '../sql.ts'
import type { Queryable } from '../schema.ts'

export type Crossed = { resource: string; id: number; area: string | null }

const momentsSql = ({ name, activeBetween = ['', ''] }: Resource): string => {
  const [from, until] = activeBetween.map((column) => `t.${quote(column)}`)
  return `select '${name}' as resource, t.id, one.at from ${quote(name)} t
    cross join lateral (values (${from}), (${until})) one(at) where t.status = 'active' and one.at > coalesce($1, clock_timestamp())`
}

/**
 * Which active records began or ceased to be shown by the clock since a moment, the moment that it is in the database, and in how
 * many milliseconds the next one does; null when none will. Without `since` nothing has.
 */
export const crossedSince = async (
  client: Queryable,
  resources: readonly Resource[],
  since: Date | null,
): Promise<{ now: Date; next: number | null; crossed: Crossed[] }> => {
  const text = `with clock as materialized (select clock_timestamp() as now),
      moment as (${resources.map(momentsSql).join(' union all ')})
    select now, (select extract(epoch from min(at) - now) * 1000 from moment where at > now)::float8 as next,
      (select coalesce(json_agg(distinct jsonb_build_object('resource', resource, 'id', id)), '[]') from moment where at <= now) as crossed
    from clock`
  const { rows } = await client.query<{ now: Date; next: number | null; crossed: { resource: string; id: number }[] }>(
    text,
    [since],
  )
  const [row] = rows
  if (!row) return { now: new Date(), next: null, crossed: [] }
  const areas = new Map(resources.map(({ name, area }) => [name, area]))
  return { ...row, crossed: row.crossed.map((one) => ({ ...one, area: areas.get(one.resource) ?? null })) }
}
