import type { ChartPerson } from '../../domain/people/chart-person.ts'
import type { Drawn } from './fold-chart.ts'
import { columnsOf, dayBeginsSql, fileLinkOf, namedSql, placeholders } from '../sql.ts'
import type { Reader } from '../reader.ts'

/** Whose lines: `id` null for those whom nobody leads. `day` (2026-11-22) is taken as it ended in `zone`; null is now. */
export type ChartAsked = { id: number | null; day: string | null; zone: string; withInactive: boolean }

type Row = Omit<ChartPerson, 'thumbnail'> & { file_key: string | null; file_name: string | null }

// Two levels below are drawn, and everybody above; a line of more than 50 is none.
const levels = 2
const most = 2_000

const [e, f, t] = [columnsOf('employee', 'e'), columnsOf('file', 'f'), columnsOf('title', 't')]
const held = (name: Drawn) => `(p.held->>'${name}')::integer`
const superiors: Drawn = 'empSuper'

/** Reporting lines around somebody on a day, in one statement: what the log's events had said by then (fold-chart.ts). */
export const chart = async (pool: Reader, { id, day, zone, withInactive }: ChartAsked): Promise<ChartPerson[]> => {
  const { values, put } = placeholders()
  const until = day === null ? '' : ` and s.at < ${dayBeginsSql(day, zone, put, 1)}`
  const start = id === null ? 'not exists (select from line l where l.id = p.id)' : `p.id = ${put(id)}`
  const text = `with recursive said as (
      select distinct on (s.record_id, one.key) s.record_id as id, one.key, one.value
      from as_of s, jsonb_each(s.values) one where s.resource = 'employee'${until}
      order by s.record_id, one.key, s.position desc
    ), person as materialized (
      select p.id, p.held, coalesce((p.held->>'isInactive')::boolean, false) as "isInactive"
      from (select id, jsonb_object_agg(key, value) as held from said group by id) p
      where (p.held->>'isDeleted')::boolean is not true${withInactive ? '' : ` and (p.held->>'isInactive')::boolean is not true`}
    ), line as materialized (
      select p.id, a.id as above from person p
      cross join jsonb_array_elements_text(coalesce(nullif(p.held->'${superiors}', 'null'), '[]')) one
      join person a on a.id = one::integer
    ), up as (
      select p.id, 0 as far from person p where ${start}
      union select l.above, u.far - 1 from up u join line l on l.id = u.id where u.far > -50
    ), down as (
      select p.id, 0 as far from person p where ${start}
      union select l.id, d.far + 1 from down d join line l on l.above = d.id where d.far < ${levels}
    ), shown as (
      select id, min(far) as far from (select * from up union select * from down) every group by id limit ${most}
    )
    select e.id, e.label as name, s.far, p."isInactive",
      array(select l.above from line l where l.id = e.id) as superiors,
      (select count(*)::int from line l where l.above = e.id) as reports,
      ${namedSql('t')} as title, ${namedSql('d')} as division, ${namedSql('o')} as departement,
      ${f('key')} as file_key, ${f('name')} as file_name
    from shown s join person p on p.id = s.id join employee e on e.id = s.id
    left join title t on t.id = ${held('title')} left join division d on d.id = ${held('division')}
    left join departement o on o.id = ${held('departement')}
    left join file f on f.id = ${e('thumbnail')} and f.status = 'active'
    order by ${t('order_number')} nulls last, e.label, e.id`
  const { rows } = await pool.query<Row>({ text, values })
  return rows.map(({ file_key: key, file_name: name, ...person }) => ({
    ...person,
    thumbnail: fileLinkOf(key, name),
  }))
}
