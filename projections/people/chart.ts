import type { ChartPerson } from '../../domain/people/chart-person.ts'
import { personalText } from '../../domain/people/masked.ts'
import { columnsOf, fileLinkOf, namedSql, placeholders, preparedThen } from '../sql.ts'
import type { Reader } from '../reader.ts'
import { type Lines, linesOf, type LinesAsked, orderOf } from './lines.ts'

/**
 * Whose lines: those around `id`, a page of those right below `above`, or, without both, a page of those whom nobody leads. A page has 50
 * people, from 1 on.
 */
export type ChartAsked = LinesAsked & { id: number | null; above: number | null; page: number }

/** `hasMore`: there is another page. */
export type Chart = { people: ChartPerson[]; hasMore: boolean }

type Row = Omit<ChartPerson, 'thumbnail'> & { file_key: string | null; file_name: string | null; has_more: boolean }

/** How many are shown right below somebody, and on a page. */
export const mostBelow = 50
// Levels below are drawn as far as they are few: first all of the next one, then of the level below.
const levels = 2
const mostShown = 300
// A line of more is none.
const mostAbove = 50

const [e, f] = [columnsOf('employee', 'e'), columnsOf('file', 'f')]
const columns = 'id, label, "isInactive", superiors, title, division, departement'
const columnsIn = (alias: string) => columns.replaceAll(/"?\w+"?/g, (name) => `${alias}.${name}`)

/** Those right below each of `from`, in their order, at most 50 each. */
const below = ({ person, idsBelow }: Lines, from: string, far: number, isNameless: boolean): string =>
  `select c.*, ${far} as far from ${from} f cross join lateral (
    select ${columnsIn('p')}, row_number() over (order by ${orderOf('t', 'p', isNameless)}) as place
    from ${idsBelow('f.id')} b cross join lateral ${person('b.id')} p left join title t on t.id = p.title
    where p.superiors @> to_jsonb(f.id)
  ) c where f.far = ${far - 1} and c.place <= ${mostBelow}`

const around = (lines: Lines, start: string, isNameless: boolean): string => {
  const level = Array.from({ length: levels }, (_, index) => {
    const from = index === 0 ? 'first' : `level_${index}`
    return `level_${index + 1} as materialized (${below(lines, from, index + 1, isNameless)})`
  })
  const all = ['first', ...level.map((_, index) => `level_${index + 1}`)].map((name) => `select * from ${name}`)
  return `with recursive started as materialized (${start}),
    first as materialized (select ${columnsIn('p')}, p.place, 0 as far from started p order by p.place limit ${mostBelow}),
    ${level.join(',\n')},
    up as (
      select ${columns}, 0::bigint as place, 0 as far from first
      union select ${columnsIn('a')}, 0::bigint, u.far - 1 from up u cross join jsonb_array_elements_text(u.superiors) one
        cross join lateral ${lines.person('one::integer')} a where u.far > -${mostAbove}
    ), every as (select * from up where far < 0 union all ${all.join(' union all ')})`
}

/** Reporting lines on a day, in one statement: what it takes follows from who is shown, not from how many there are. */
export const chart = async (pool: Reader, { id, above, page, ...asked }: ChartAsked): Promise<Chart> => {
  const { values, put } = placeholders()
  const lines = linesOf(asked, put, pool.isThen)
  const { person, idsBelow } = lines
  const { isNameless } = asked
  const bounds = () => `limit ${mostBelow + 1} offset ${put((page - 1) * mostBelow)}`
  const branch = () => `select ${columnsIn('p')}, row_number() over (order by ${orderOf('t', 'p', isNameless)}) as place
    from ${idsBelow(`${put(above)}::integer`)} b cross join lateral ${person('b.id')} p left join title t on t.id = p.title
    where p.superiors @> to_jsonb(${put(above)}::integer) order by place ${bounds()}`
  const own = () => `select p.*, 1::bigint as place from ${person(`${put(id)}::integer`)} p`
  const start = id !== null ? own() : above === null ? lines.unled(page * mostBelow + 1, bounds()) : branch()
  // Of a branch its people alone: who is below them is asked for when they are opened.
  const found =
    above === null
      ? around(lines, start, isNameless)
      : `with started as materialized (${start}), every as (select p.*, 1 as far from started p order by p.place limit ${mostBelow})`
  const text = `${found}, shown as (select distinct on (id) * from every order by id, far, place)
    select p.id, p.label as name, p.far, p."isInactive", (select count(*) > ${mostBelow} from started) as has_more,
      array(select a.id from jsonb_array_elements_text(p.superiors) one cross join lateral ${person('one::integer')} a) as superiors,
      (select count(*)::int from ${idsBelow('p.id')} b cross join lateral ${person('b.id')} c where c.superiors @> to_jsonb(p.id)) as reports,
      ${namedSql('t')} as title, ${namedSql('d')} as division, ${namedSql('o')} as departement,
      ${f('key')} as file_key, ${f('name')} as file_name
    from (select * from shown order by greatest(far, 0), place, id limit ${mostShown}) p join employee e on e.id = p.id
    left join title t on t.id = p.title left join division d on d.id = p.division
    left join departement o on o.id = p.departement
    left join file f on f.id = ${e('thumbnail')} and f.status = 'active'
    order by ${orderOf('t', 'p', isNameless)}`
  const { rows } = await pool.query<Row>({ ...preparedThen(pool, text), text, values })
  return { people: rows.map(isNameless ? namelessOf : cardOf), hasMore: rows[0]?.has_more === true }
}

const namelessOf = (row: Row): ChartPerson => ({ ...cardOf(row), name: personalText, thumbnail: null })

const cardOf = ({ file_key: key, file_name: name, has_more: _, ...person }: Row): ChartPerson => ({
  ...person,
  thumbnail: fileLinkOf(key, name),
})
