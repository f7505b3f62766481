import type { Resource } from '../domain/resource.ts'
import { scopeSql } from './scope.ts'
import { preparedName, quote } from './sql.ts'
import type { Reader } from './reader.ts'

/** The id of the live record: of the active ones the newest by the declared column; null where the portal shows them all. */
export const liveIdSql = (resource: Resource): string | null => {
  const { live } = resource
  if (live === undefined) return null
  const column = `live.${quote(live)}`
  const condition = `${scopeSql(resource, 'portal', 'live')} and ${column} is not null`
  return `(select live.id from ${quote(resource.name)} live where ${condition} order by ${column} desc, live.id desc limit 1)`
}

/** Whether a record `t` is the live one, as a column of lists and records. */
export const liveColumns = (resource: Resource): string[] => {
  const id = liveIdSql(resource)
  return id === null ? [] : [`coalesce(t.id = ${id}, false) as "isLive"`]
}

/** Milliseconds until the clock next changes which active records of these resources are shown; Infinity when it will not. */
export const changesByClockIn = async (pool: Reader, resources: readonly Resource[]): Promise<number> => {
  const moments = resources.flatMap(({ name, activeBetween = [] }) =>
    activeBetween.map((moment) => `select ${quote(moment)} as moment from ${quote(name)} where status = 'active'`),
  )
  const { rows } = await pool.query<{ ms: number | null }>({
    ...preparedName('changes-by-clock', resources.map(({ name }) => name).join()),
    text: `select floor(extract(epoch from min(moment) - clock_timestamp()) * 1000)::float8 as ms
      from (${moments.join(' union all ')}) planned where moment > clock_timestamp()`,
  })
  return rows[0]?.ms ?? Number.POSITIVE_INFINITY
}
