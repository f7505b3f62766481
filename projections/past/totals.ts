import type { Resource } from '../../domain/resource.ts'
import { quote } from '../sql.ts'
import type { Table } from '../table.ts'
import { position } from './position.ts'
import { pastName } from './tables.ts'

/** By how much an event changes the totals of a list, and the id of its record. */
export type Counted = {
  position: string
  resource: string
  active: number
  inactive: number
  deleted: number
  highest: number
  newest: string
}

/** How many ids in a row are a part of a list, of which totals are kept as well: pages far behind begin where these lead (page-start.ts). */
export const idsInPart = 1_000

const statuses = ['active', 'inactive', 'deleted'] as const

/** The column of the total of a part. */
export const ofPart = (status: (typeof statuses)[number]): string => `part_${status}`

/**
 * The totals of lists after each event that changed them, with the highest id and the newest creation by then: a list of then counts no rows.
 * Each row has those of the part in which the event's record is, too.
 */
export const totalsTable: Table = {
  name: 'list_total_past',
  key: 'position',
  columns: [
    ['position', 'bigint'],
    ['resource', 'text not null'],
    ['active', 'integer not null'],
    ['inactive', 'integer not null'],
    ['deleted', 'integer not null'],
    ['highest', 'integer not null'],
    ['newest', 'timestamptz'],
    ['part', 'integer not null'],
    ...statuses.map((status) => [ofPart(status), 'integer not null'] as const),
  ],
  long: [],
  settings: [],
  indexes: ['(resource, position)', '(resource, part, position)'],
}

const totalsIn = (schema: string): string => `${quote(schema)}.${quote(totalsTable.name)}`

const sumOf = (before: string, window: string) => (status: (typeof statuses)[number]) =>
  `(coalesce(${before}, 0) + sum(counted.${status}) over ${window})::integer`

/** The last rows of some lists, or of some of their parts. */
const lastRows = (table: string, of: readonly string[], columns: readonly string[]): string =>
  `(select last.* from (select distinct ${of.join(', ')} from counted) asked cross join lateral (
    select ${[...of, ...columns].join(', ')} from ${table} kept where ${of.map((name) => `kept.${name} = asked.${name}`).join(' and ')}
    order by position desc limit 1) last)`

/** What adds to the totals of then, in the statement that moves the checkpoint, in the order of the log. @param parameter the number of that with `Counted` as JSON */
export const totalsPart = (schema: string, parameter: number): string => {
  const table = totalsIn(schema)
  const sums = statuses.map((status) => sumOf(`before.${status}`, 'so_far')(status))
  const sumsOfPart = statuses.map((status) => sumOf(`before_part.${ofPart(status)}`, 'of_part')(status))
  return `totals_past as (
    with counted as (select position, resource, active, inactive, deleted, highest, newest, highest / ${idsInPart} as part
        from json_populate_recordset(null::${table}, $${parameter})),
      before as ${lastRows(table, ['resource'], [...statuses, 'highest', 'newest'])},
      before_part as ${lastRows(table, ['resource', 'part'], statuses.map(ofPart))}
    insert into ${table} select counted.position, counted.resource, ${sums.join(', ')},
        greatest(before.highest, max(counted.highest) over so_far), greatest(before.newest, max(counted.newest) over so_far),
        counted.part, ${sumsOfPart.join(', ')}
      from counted left join before using (resource) left join before_part using (resource, part) where exists (select from moved)
      window so_far as (partition by counted.resource order by counted.position),
        of_part as (partition by counted.resource, counted.part order by counted.position) on conflict do nothing)`
}

/** Counts the totals of then of a resource anew from its rows: after events that were folded later than those that follow them. */
export const recountSql = (schema: string, { name: resource, owner }: Pick<Resource, 'name' | 'owner'>): string[] => {
  const past = pastName(resource)
  const table = totalsIn(schema)
  const listed = owner === undefined ? '' : ` where ${quote(owner)} = ''`
  const changes = `select id, created_at, status, position, 1 as by from ${quote(schema)}.${quote(resource)}${listed}
    union all select id, created_at, status, position, 1 from ${quote(schema)}.${quote(past)}${listed}
    union all select id, created_at, status, until, -1 from ${quote(schema)}.${quote(past)}${listed}`
  const counts = statuses.map((status) => `coalesce(sum(by) filter (where status = '${status}'), 0) as ${status}`)
  const sums = (window: string) => statuses.map((status) => `(sum(${status}) over ${window})::integer`).join(', ')
  return [
    `delete from ${table} where resource = '${resource}'`,
    `insert into ${table} select position, '${resource}', ${sums('so_far')}, max(id) over so_far, max(newest) over so_far, id / ${idsInPart}, ${sums('of_part')}
      from (select position, max(id) as id, max(created_at) as newest, ${counts.join(', ')} from (${changes}) changed group by position) counted
      where active <> 0 or inactive <> 0 or deleted <> 0
      window so_far as (order by position), of_part as (partition by id / ${idsInPart} order by position)`,
  ]
}

const lastOf = (table: string, resource: string): string =>
  `from ${table} where resource = ${resource} and position <= ${position} order by position desc limit 1`

/** The highest id that a resource had by then, or the newest creation, as SQL; null where it had no record. */
export const highestAt = (resource: string, by: 'id' | 'created_at' = 'id'): string =>
  `(select ${by === 'id' ? 'highest' : 'newest'} ${lastOf(quote(totalsTable.name), `'${resource}'`)})`

/** The kept totals of then of these resources, as a statement. */
export const totalsThen = (schema: string, resources: readonly string[]): string =>
  `select asked.name as resource, held.active, held.inactive, held.deleted
    from (values ${resources.map((name) => `('${name}')`).join(', ')}) asked (name)
    cross join lateral (select * ${lastOf(totalsIn(schema), 'asked.name')}) held`
