import { searchedWords } from '../../domain/comparable.ts'
import {
  type ColleagueAbsence,
  type DirectoryGroup,
  mostSubordinates,
  type PersonCard,
  type PersonDetail,
} from '../../domain/people/colleague.ts'
import { dayIn, notOver } from '../../domain/people/days.ts'
import { employee } from '../../domain/resources/employee.ts'
import {
  columnsOf,
  fileLinkOf,
  keywordSql,
  linesSql,
  namedSql,
  placeholders,
  preparedName,
  preparedThen,
  quote,
} from '../sql.ts'
import type { Reader } from '../reader.ts'

/** What is known of somebody's absences, past ones too, and what o'clock it is for whoever reads, where. */
type Away = { absences: Omit<ColleagueAbsence, 'isNow'>[]; at: string; zone: string | null }

type Row = Omit<PersonCard, 'thumbnail' | 'away'> & {
  file_key: string | null
  file_name: string | null
  away: Away | null
}

const [e, own, f] = [columnsOf('employee', 'e'), columnsOf('employee', 'own'), columnsOf('file', 'f')]
const c = columnsOf('configuration', 'c')
const orderIn = (alias: string) => columnsOf<Grouping>('title', alias)('order_number')

// Of most there is none, and nothing more is looked for. Which are over is told below: a name of a zone may be one that no database knows.
const awaySql = `case when ${e('absences')} <> '[]' then (select json_build_object(
    'absences', json_agg(json_build_object('id', one->'id', 'from', one->>'from', 'until', one->>'until', 'stand_in', ${namedSql('s')})),
    'at', read_clock(), 'zone', (select ${c('timeZone')} from configuration c where c.id = 1))
  from jsonb_array_elements(${e('absences')}) one
  left join employee s on s.id = (one->>'stand_in')::integer and s.status = 'active') end`

const columns = `e.id, ${e('fullname')}, ${e('display_name')}, ${f('key')} as file_key, ${f('name')} as file_name,
  case when t.id is not null then json_build_object('id', t.id, 'title_name', t.label, 'order_number', ${orderIn('t')}) end as title,
  ${namedSql('d')} as division, ${namedSql('p')} as departement, ${awaySql} as away`
const joins = `left join title t on t.id = ${e('title')} left join division d on d.id = ${e('division')}
  left join departement p on p.id = ${e('departement')} left join file f on f.id = ${e('thumbnail')} and f.status = 'active'`
const order = `${orderIn('t')} nulls last, ${e('fullname')}, e.id`

/** The absences that are not over on the day that it is in the time zone of the site (X19), and the one of that day that ends last. */
const absencesOf = (away: Away | null): Pick<PersonDetail, 'away' | 'absences'> => {
  if (!away) return { absences: [] }
  const day = dayIn(new Date(away.at), away.zone || 'UTC')
  const absences = notOver(away.absences, day).map((one) => ({ ...one, isNow: one.from <= day }))
  const now = absences.filter(({ isNow }) => isNow)
  const last = now.find(({ until }) => now.every((other) => other.until <= until))
  return { ...(last ? { away: last } : {}), absences }
}

const cardOf = <R extends Row>({ file_key: key, file_name: name, away: known, ...card }: R) => {
  const { away } = absencesOf(known)
  return { ...card, ...(away ? { away } : {}), thumbnail: fileLinkOf(key, name) }
}

// The first group, and those between the bounds of the settings (E2).
const executives = `(g.id = (select first.id from grouped first order by ${orderIn('first')}, first.label, first.id limit 1) or (
  ${orderIn('g')} > coalesce((select ${c('executives_after')} from configuration c where c.id = 1), 2)
  and ${orderIn('g')} < coalesce((select ${c('executives_before')} from configuration c where c.id = 1), 4)))`

/** What people are grouped by. */
export type Grouping = 'title' | 'division' | 'departement'

/** What is asked of the directory: all groups, those with a name, or the people of one group. Pages begin at 1. */
export type DirectoryAsked = { by: Grouping; keyword: string; group: number | null; page: number }

/** `hasMore`: there are more groups, or more people with such a name. */
export type Directory = { groups: DirectoryGroup[]; hasMore: boolean }

/** Groups on a page, people of a group at first, and on each page of its own. */
const [mostGroups, mostAtFirst, mostOfGroup] = [50, 500, 60]
/** People whose name holds a keyword: so many are put in order, and so many shown. */
const [mostRanked, mostFound] = [2_000, 200]

// Titles are passed one by one, so that each gives its first ones by an index, whatever the size of the group.
const firstOf = (by: Grouping, most: string): string => {
  const among = (condition: string, order: string) => `select one.id, one.fullname, ${order} as title_order from (
    select e.id, ${e('fullname')} from employee e where e.status = 'active' and ${e(by)} = g.id${condition}
    order by ${e('fullname')}, e.id limit ${most}) one`
  if (by === 'title') return among('', '0')
  return `select one.* from title t cross join lateral (${among(` and ${e('title')} = t.id`, orderIn('t'))}) one
    union all (${among(` and ${e('title')} is null`, 'null')})`
}

// Whether a group has anybody is looked for in the order of its index: else the planner expects to find one soon in no order at all.
const grouped = (by: Grouping, put: (value: unknown) => string, { group, page }: DirectoryAsked): string => {
  const isOne = group !== null
  const size = isOne
    ? `${mostOfGroup}`
    : `(select greatest(${mostAtFirst / mostGroups}, least(${mostOfGroup}, ${mostAtFirst} / greatest(count(*), 1))) from page)`
  const from = (page - 1) * (isOne ? mostOfGroup : mostGroups)
  return `with grouped as materialized (select g.id, g.label, ${orderIn('g')} from ${quote(by)} g
      cross join lateral (select from employee e where ${e(by)} = g.id and e.status = 'active'
        order by ${by === 'title' ? '' : `${e('title')}, `}${e('fullname')}, e.id limit 1) found
      where g.status = 'active'),
    begun as materialized (select * from grouped g where ${by === 'title' ? executives : 'true'}${isOne ? ` and g.id = ${put(group)}` : ''}
      order by ${orderIn('g')} nulls last, g.label, g.id limit ${mostGroups + 1}${isOne ? '' : ` offset ${from}`}),
    page as materialized (select * from begun g order by ${orderIn('g')} nulls last, g.label, g.id limit ${mostGroups}),
    placed as (select g.id as group_id, p.id, row_number() over (partition by g.id order by p.title_order nulls last, p.fullname, p.id) - ${isOne ? from : '0'} as place
      from page g cross join lateral (${firstOf(by, isOne ? `${from + mostOfGroup + 1}` : `${size} + 1`)}) p),
    picked as (select group_id, id, place, max(place) over (partition by group_id) > ${size} as has_more from placed)
  select g.id as group_id, g.label as group_name, picked.has_more, (select count(*) > ${mostGroups} from begun) as is_cut, ${columns}
  from picked join page g on g.id = picked.group_id join employee e on e.id = picked.id ${joins}
  where picked.place between 1 and ${size}
  order by ${orderIn('g')} nulls last, g.label, g.id, ${order}`
}

// Of everybody who is there: who is in no group, or in one that is not active, comes last. Colleagues search by names alone.
const named = (by: Grouping, put: (value: unknown) => string, keyword: string): string => {
  const conditions = ['t.keyword', linesSql(employee, ['fullname', 'display_name'])].map((text) =>
    keywordSql(keyword, text, put),
  )
  return `with hit as materialized (select t.id from employee t where t.status = 'active' and ${conditions.join(' and ')} limit ${mostRanked})
  select coalesce(g.id, 0) as group_id, coalesce(g.label, '') as group_name, false as has_more,
    (select count(*) > ${mostFound} from hit) as is_cut, ${columns}
  from hit join employee e on e.id = hit.id left join ${quote(by)} g on g.id = ${e(by)} and g.status = 'active' ${joins}
  order by ${orderIn('g')} nulls last, g.label, g.id, ${order} limit ${mostFound}`
}

/**
 * Active employees by group, groups and people in their order; empty groups are left out (E3). A keyword finds the names
 * of everybody: also of whom no executive group has, and, in a last group with the number 0, of those who are in none.
 */
export const directory = async (pool: Reader, asked: DirectoryAsked): Promise<Directory> => {
  const { values, put } = placeholders()
  const { by, keyword } = asked
  const text = searchedWords(keyword).length === 0 ? grouped(by, put, asked) : named(by, put, keyword)
  const { rows } = await pool.query<Row & { group_id: number; group_name: string; has_more: boolean; is_cut: boolean }>(
    { ...preparedThen(pool, text), text, values },
  )
  const groups = new Map<number, DirectoryGroup>()
  for (const { group_id: id, group_name: name, has_more, is_cut: _, ...row } of rows) {
    const group = groups.get(id) ?? { id, name, employee: [], has_more }
    group.employee.push(cardOf(row))
    groups.set(id, group)
  }
  return { groups: [...groups.values()], hasMore: rows[0]?.is_cut === true }
}

const detailText = `select ${columns}, ${e('email')}, ${e('phone_number')}, ${e('office_phone')}, ${e('office_address')},
  ${e('linkedln')}, ${e('facebook')}, ${e('instagram')}
  from employee e ${joins} where e.id = $1 and e.status = 'active'`

// Superiors first; of many below, the chart shows all (colleague.ts).
const mostInLine = 2 * mostSubordinates

const lineText = `with line as (
    select one::integer as id, false as "isBelow" from employee own, jsonb_array_elements_text(${own('empSuper')}) one where own.id = $1
    union all select own.id, true from employee own where ${own('empSuper')} @> to_jsonb($1::integer))
  select ${columns}, line."isBelow" from line join employee e on e.id = line.id ${joins}
  where e.status = 'active' order by line."isBelow", ${order} limit ${mostInLine}`

type Contact = Omit<PersonDetail, keyof PersonCard | 'absences' | 'superOrdinateDetails' | 'subOrdinateDetails'>

/** An active employee as colleagues see them, with who is above and below; null when there is none. */
export const personDetail = async (pool: Reader, id: number): Promise<PersonDetail | null> => {
  const [{ rows }, line] = await Promise.all([
    pool.query<Row & Contact>({ ...preparedName('person'), text: detailText, values: [id] }),
    pool.query<Row & { isBelow: boolean }>({ ...preparedName('person-line'), text: lineText, values: [id] }),
  ])
  const [row] = rows
  if (!row) return null
  const cards = (below: boolean) => line.rows.flatMap(({ isBelow, ...one }) => (isBelow === below ? [cardOf(one)] : []))
  return {
    ...cardOf(row),
    absences: absencesOf(row.away).absences,
    superOrdinateDetails: cards(false),
    subOrdinateDetails: cards(true).slice(0, mostSubordinates),
  }
}

/** What colleagues are called, by id; of none who is not active. */
export const colleagueNames = async (pool: Reader, ids: readonly number[]): Promise<ReadonlyMap<number, string>> => {
  const within = ids.filter((id) => id <= 2_147_483_647)
  if (within.length === 0) return new Map()
  const text = `select id, label from ${quote('employee')} where id = any($1::integer[]) and status = 'active'`
  const { rows } = await pool.query<{ id: number; label: string }>({ name: 'colleague-names', text, values: [within] })
  return new Map(rows.map(({ id, label }) => [id, label]))
}
