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

/** The totals of lists after each event that changed them, with the highest id and the newest creation by then: a list of then counts no rows. */
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
  ],
  long: [],
  settings: [],
  indexes: ['(resource, position)'],
}

const totalsIn = (schema: string): string => `${quote(schema)}.${quote(totalsTable.name)}`

const sums = ['active', 'inactive', 'deleted'].map(
  (name) => `(coalesce(before.${name}, 0) + sum(counted.${name}) over so_far)::integer`,
)

/** What adds to the totals of then, in the statement that moves the checkpoint, in the order of the log. @param parameter the number of that with `Counted` as JSON */
export const totalsPart = (schema: string, parameter: number): string => {
  const table = totalsIn(schema)
  return `totals_past as (
    with counted as (select * from json_populate_recordset(null::${table}, $${parameter})),
      before as (select asked.resource, last.* from (select distinct resource from counted) asked cross join lateral (
        select active, inactive, deleted, highest, newest from ${table} kept where kept.resource = asked.resource order by position desc limit 1) last)
    insert into ${table} select counted.position, counted.resource, ${sums.join(', ')},
        greatest(before.highest, max(counted.highest) over so_far), greatest(before.newest, max(counted.newest) over so_far)
      from counted left join before using (resource) where exists (select from moved)
      window so_far as (partition by counted.resource order by counted.position) on conflict do nothing)`
}

/** Counts the totals of then of a resource anew from its rows: after events that were folded later than those that follow them. */
export const recountSql = (schema: string, resource: string): string[] => {
  const past = pastName(resource)
  const table = totalsIn(schema)
  const column = (status: string) => `sum(by) filter (where status = '${status}')`
  const changes = `select id, created_at, status, position, 1 as by from ${quote(schema)}.${quote(resource)}
    union all select id, created_at, status, position, 1 from ${quote(schema)}.${quote(past)}
    union all select id, created_at, status, until, -1 from ${quote(schema)}.${quote(past)}`
  const totals = ['active', 'inactive', 'deleted']
  return [
    `delete from ${table} where resource = '${resource}'`,
    `insert into ${table} select position, '${resource}', ${totals.map((name) => `(sum(${name}) over so_far)::integer`).join(', ')}, max(id) over so_far, max(newest) over so_far
      from (select position, max(id) as id, max(created_at) as newest, ${totals.map((name) => `coalesce(${column(name)}, 0) as ${name}`).join(', ')} from (${changes}) changed group by position) counted
      where active <> 0 or inactive <> 0 or deleted <> 0 window so_far as (order by position)`,
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
