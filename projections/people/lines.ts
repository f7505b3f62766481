import type { Drawn } from './fold-chart.ts'
import { pastName } from '../past/tables.ts'
import { nowName } from '../past/views.ts'
import { columnsOf, dayBeginsSql, quote } from '../sql.ts'

/** `day` (2026-11-22) is taken as it ended in `zone`; null is now. `isNameless`: for who is told no names, which the order would tell of as well. */
export type LinesAsked = { day: string | null; zone: string; withInactive: boolean; isNameless: boolean }

/** Who led whom, as SQL; each part looks up what it is asked for by an index. */
export type Lines = {
  /** A person by an id, looked up for each whatever the planner expects: no row where nobody was shown by then. */
  person(id: string): string
  /** Ids among which are all that are right below an id; `superiors` of each tells whether they are. */
  idsBelow(id: string): string
  /** Those whom nobody that is shown leads, with their place among them. @param most so many are needed of them */
  unled(most: number, bounds: string): string
}

type Put = (value: unknown) => string

const e = columnsOf('employee', 'e')
const superiors = e('empSuper')

const nameOrder = (person: string, isNameless: boolean): string =>
  `${isNameless ? '' : `${person}.label, `}${person}.id`

/** How people stand beside each other: by their titles, then by name. */
export const orderOf = (title: string, person: string, isNameless: boolean): string =>
  `${columnsOf('title', title)('order_number')} nulls last, ${nameOrder(person, isNameless)}`

/** Of whoever held nobody as a superior, and of those whose superiors are not shown: the ones that nobody shown leads. */
const unledAmong = (person: Lines['person'], candidates: string, bounds: string, isNameless: boolean): string =>
  `select p.*, row_number() over (order by ${orderOf('t', 'p', isNameless)}) as place from (${candidates}) c
    cross join lateral ${person('c.id')} p left join title t on t.id = p.title
    where not exists (select from jsonb_array_elements_text(p.superiors) one cross join lateral ${person('one::integer')} a)
    order by place ${bounds}`

const ofNow = ({ withInactive, isNameless }: LinesAsked, isThen: boolean): Lines => {
  const shown = withInactive ? "('active', 'inactive')" : "('active')"
  const person: Lines['person'] = (id) => `(select e.id, e.label, e.status = 'inactive' as "isInactive",
      ${superiors} as superiors, ${e('title')} as title, ${e('division')} as division, ${e('departement')} as departement
    from employee e where e.id = ${id} and e.status in ${shown} offset 0)`
  const held = (table: string, id: string) => `select e.id from ${quote(table)} e where ${superiors} @> to_jsonb(${id})`
  // Of then whoever ever was below: to look for those of then at once would read all that ended later.
  const idsBelow: Lines['idsBelow'] = (id) =>
    isThen ? `(${held(nowName('employee'), id)} union ${held(pastName('employee'), id)})` : `(${held('employee', id)})`
  return {
    person,
    idsBelow,
    unled: (most, bounds) => {
      const first = (of: string) => `(select e.id from employee e where ${superiors} = '[]' and e.status <> 'deleted'
        and e.status in ${shown} and ${e('title')} ${of} order by ${nameOrder('e', isNameless)} limit ${most})`
      return unledAmong(
        person,
        `select one.id from title t cross join lateral ${first('= t.id')} one
          union all ${first('is null')}
          union select b.id from employee gone cross join lateral ${idsBelow('gone.id')} b where gone.status not in ${shown}`,
        bounds,
        isNameless,
      )
    },
  }
}

const held = (name: Drawn) => `(h.held->>'${name}')::integer`
const heldSuperiors: Drawn = 'empSuper'

// What the events had said by the end of a day (fold-chart.ts): nobody but staff asks for it.
const ofDay = (day: string, { zone, isNameless }: LinesAsked, put: Put): Lines => {
  const said = `s.resource = 'employee' and s.at < ${dayBeginsSql(day, zone, put, 1)}`
  const person: Lines['person'] = (
    id,
  ) => `(select e.id, e.label, coalesce((h.held->>'isInactive')::boolean, false) as "isInactive",
      coalesce(nullif(h.held->'${heldSuperiors}', 'null'), '[]') as superiors,
      ${held('title')} as title, ${held('division')} as division, ${held('departement')} as departement
    from (select jsonb_object_agg(last.key, last.value) as held from (
      select distinct on (part.key) part.key, part.value from as_of s, jsonb_each(s.values) part
      where ${said} and s.record_id = ${id} order by part.key, s.position desc) last) h
    join employee e on e.id = ${id}
    where h.held is not null and (h.held->>'isDeleted')::boolean is not true offset 0)`
  const ids = (condition: string) => `(select distinct s.record_id as id from as_of s where ${said} and ${condition})`
  const idsBelow: Lines['idsBelow'] = (id) => ids(`s.values->'${heldSuperiors}' @> to_jsonb(${id})`)
  return {
    person,
    idsBelow,
    unled: (_most, bounds) =>
      unledAmong(
        person,
        `select id from ${ids(`s.values->'${heldSuperiors}' = '[]'`)} began
          union select b.id from ${ids("s.values->'isDeleted' = 'true'")} gone cross join lateral ${idsBelow('gone.id')} b`,
        bounds,
        isNameless,
      ),
  }
}

/** The lines of now, or of the end of a day. @param isThen for a reader of a moment */
export const linesOf = (asked: LinesAsked, put: Put, isThen = false): Lines =>
  asked.day === null ? ofNow(asked, isThen) : ofDay(asked.day, asked, put)
