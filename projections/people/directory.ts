import { searchableText, searchedWords } from '../../domain/comparable.ts'
import type { DirectoryGroup, PersonCard, PersonDetail } from '../../domain/people/colleague.ts'
import { columnsOf, fileLinkOf, keywordSql, namedSql, placeholders, preparedName, quote } from '../sql.ts'
import type { Reader } from '../reader.ts'

type Row = Omit<PersonCard, 'thumbnail'> & { file_key: string | null; file_name: string | null }

const [e, own, f] = [columnsOf('employee', 'e'), columnsOf('employee', 'own'), columnsOf('file', 'f')]
const c = columnsOf('configuration', 'c')
const orderIn = (alias: string) => columnsOf<Grouping>('title', alias)('order_number')

const columns = `e.id, ${e('fullname')}, ${e('display_name')}, ${f('key')} as file_key, ${f('name')} as file_name,
  case when t.id is not null then json_build_object('id', t.id, 'title_name', t.label, 'order_number', ${orderIn('t')}) end as title,
  ${namedSql('d')} as division, ${namedSql('p')} as departement`
const joins = `left join title t on t.id = ${e('title')} left join division d on d.id = ${e('division')}
  left join departement p on p.id = ${e('departement')} left join file f on f.id = ${e('thumbnail')} and f.status = 'active'`
const order = `${orderIn('t')} nulls last, ${e('fullname')}, e.id`

const cardOf = <R extends Row>({ file_key: key, file_name: name, ...card }: R) => ({
  ...card,
  thumbnail: fileLinkOf(key, name),
})

// The first group, and those between the bounds of the settings (E2).
const executives = `(g.id = (select first.id from grouped first order by ${orderIn('first')}, first.label, first.id limit 1) or (
  ${orderIn('g')} > coalesce((select ${c('executives_after')} from configuration c where c.id = 1), 2)
  and ${orderIn('g')} < coalesce((select ${c('executives_before')} from configuration c where c.id = 1), 4)))`

/** What people are grouped by. */
export type Grouping = 'title' | 'division' | 'departement'

// All that there are, in the order of the groups. Who is in none, or in one that is not active, comes last.
const everybody = (
  by: Grouping,
) => `select coalesce(g.id, 0) as group_id, coalesce(g.label, '') as group_name, ${columns}
  from employee e left join ${quote(by)} g on g.id = ${e(by)} and g.status = 'active' ${joins}
  where e.status = 'active'`

const grouped = (by: Grouping) => `with grouped as (select g.id, g.label, ${orderIn('g')} from ${quote(by)} g
    where g.status = 'active' and exists (select from employee e where ${e(by)} = g.id and e.status = 'active'))
  select g.id as group_id, g.label as group_name, ${columns} from grouped g
  join employee e on ${e(by)} = g.id and e.status = 'active' ${joins}
  where ${by === 'title' ? executives : 'true'}`

/**
 * Active employees by group, groups and people in their order; empty groups are left out (E3). A keyword finds the names
 * of everybody: also of whom no executive group has, and, in a last group with the number 0, of those who are in none.
 */
export const directory = async (pool: Reader, by: Grouping, keyword: string): Promise<DirectoryGroup[]> => {
  const { values, put } = placeholders()
  const search = keywordSql(keyword, 'e.keyword', put)
  const text = `${search === null ? grouped(by) : `${everybody(by)} and ${search}`}
    order by ${orderIn('g')} nulls last, g.label, g.id, ${order}`
  const { rows } = await pool.query<Row & { group_id: number; group_name: string }>({ text, values })
  const wanted = searchedWords(keyword)
  const groups = new Map<number, DirectoryGroup>()
  for (const { group_id: id, group_name: name, ...row } of rows) {
    // The column of keywords holds addresses and numbers as well, which colleagues do not search by.
    const names = searchableText(`${row.fullname} ${row.display_name}`)
    if (!wanted.every((word) => names.includes(word))) continue
    const group = groups.get(id) ?? { id, name, employee: [] }
    group.employee.push(cardOf(row))
    groups.set(id, group)
  }
  return [...groups.values()]
}

const detailText = `select ${columns}, ${e('email')}, ${e('phone_number')}, ${e('office_phone')}, ${e('office_address')},
  ${e('linkedln')}, ${e('facebook')}, ${e('instagram')}
  from employee e ${joins} where e.id = $1 and e.status = 'active'`

const lineText = `select ${columns}, ${e('empSuper')} @> to_jsonb($1::integer) as "isBelow" from employee e ${joins}
  where e.status = 'active' and (${e('empSuper')} @> to_jsonb($1::integer)
    or e.id in (select one::integer from employee own, jsonb_array_elements_text(${own('empSuper')}) one where own.id = $1))
  order by ${order}`

type Contact = Omit<PersonDetail, keyof PersonCard | 'superOrdinateDetails' | 'subOrdinateDetails'>

/** An active employee as colleagues see them, with who is above and below; null when there is none. */
export const personDetail = async (pool: Reader, id: number): Promise<PersonDetail | null> => {
  const [{ rows }, line] = await Promise.all([
    pool.query<Row & Contact>({ ...preparedName('person'), text: detailText, values: [id] }),
    pool.query<Row & { isBelow: boolean }>({ ...preparedName('person-line'), text: lineText, values: [id] }),
  ])
  const [row] = rows
  if (!row) return null
  const cards = (below: boolean) => line.rows.flatMap(({ isBelow, ...one }) => (isBelow === below ? [cardOf(one)] : []))
  return { ...cardOf(row), superOrdinateDetails: cards(false), subOrdinateDetails: cards(true) }
}
