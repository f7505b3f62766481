import { post } from '../../domain/resources/post.ts'
import { listed } from '../portal.ts'
import type { Reader } from '../reader.ts'
import { columnsOf, keywordSql, linesSql, placeholders, preparedThen } from '../sql.ts'
import { employee } from '../../domain/resources/employee.ts'

const [a, e, r] = [columnsOf('reading', 'a'), columnsOf('employee', 't'), columnsOf('receipt', 'r')]

/** Of whom a reading `a` is asked: of an employee `t`. */
const isAsked = `((${a('divisions')} = '[]' and ${a('departements')} = '[]')
  or ${a('divisions')} @> to_jsonb(${e('division')}) or ${a('departements')} @> to_jsonb(${e('departement')}))`

const receiptOf = `left join receipt r on ${r('post')} = a.id and ${r('round')} = ${a('round')} and ${r('author')} = t.id
  and r.status = 'active'`

/** What of its readers is asked for: a page (all without one) of who has read it, who has not, or both. */
export type ReadersAsked = {
  post: number
  keyword: string
  state: 'read' | 'unread' | ''
  page?: { number: number; size: number }
}

/** An employee of whom it is asked; `read_at` is null until they say that they have read it. */
export type ReaderRow = {
  id: number
  name: string
  employee_number: string
  division: string | null
  departement: string | null
  read_at: Date | null
}

type Counts = { asked: number; read: number; found: number }

/** The active employees who are asked to read a post, by name, and how many of them have in this round. */
export const readersOfPost = async (
  pool: Reader,
  { post: id, keyword, state, page }: ReadersAsked,
): Promise<Counts & { rows: ReaderRow[] }> => {
  const { values, put } = placeholders()
  const of = put(id)
  const conditions = [
    keywordSql(keyword, linesSql(employee, ['fullname', 'display_name', 'employee_number']), put),
    state === '' ? null : `r.id is ${state === 'read' ? 'not ' : ''}null`,
  ]
  const found = conditions.filter(Boolean).join(' and ') || 'true'
  const limit = page ? `limit ${put(page.size)} offset ${put((page.number - 1) * page.size)}` : ''
  const text = `with people as materialized (select t.id, ${e('fullname')} as name, ${e('employee_number')}, ${e('division')} as in_division,
      ${e('departement')} as in_departement, r.created_at as read_at, (${found}) as is_found
      from reading a join employee t on t.status = 'active' and ${isAsked} ${receiptOf} where a.id = ${of})
    select counts.*, page.* from (select count(*)::integer as asked, count(read_at)::integer as read,
        (count(*) filter (where is_found))::integer as found from people) counts
    left join lateral (select p.id, p.name, p.employee_number, d.label as division, u.label as departement, p.read_at
      from people p left join division d on d.id = p.in_division left join departement u on u.id = p.in_departement
      where p.is_found order by p.name, p.id ${limit}) page on true order by page.name, page.id`
  type Row = Counts & Omit<ReaderRow, 'id'> & { id: number | null }
  const { rows } = await pool.query<Row>({ ...preparedThen(pool, text), text, values })
  const [{ asked, read, found: count } = { asked: 0, read: 0, found: 0 }] = rows
  const people = rows.flatMap(({ asked: _asked, read: _read, found: _found, id: reader, ...row }) =>
    reader === null ? [] : [{ id: reader, ...row }],
  )
  return { asked, read, found: count, rows: people }
}

/** A post that an employee is asked to read; `version` is that of the post, `receipt` the id of what they said. */
export type ToRead = {
  id: number
  slug: string
  name: string
  last_day: string | null
  round: number
  version: number
  receipt: number | null
  read_at: Date | null
}

const mostToRead = 200

/** The posts that an employee is asked to read today by the clock of a time zone, first those that they have not, the most urgent above. */
export const postsToRead = async (pool: Reader, author: number, zone: string): Promise<ToRead[]> => {
  const text = `select p.id, p.slug, p.label as name, ${a('last_day')}, ${a('round')}, p.version, r.id as receipt, r.created_at as read_at
    from reading a join employee t on t.id = $1 and ${isAsked} join post p on p.id = a.id and ${listed(post, 'p').join(' and ')}
    ${receiptOf} where ${a('stage')} = 'asked' and (${a('last_day')} is null or ${a('last_day')} >= (current_timestamp at time zone $2)::date::text)
    order by r.created_at is not null, ${a('last_day')} nulls last, p.id desc limit ${mostToRead}`
  return (await pool.query<ToRead>({ name: 'to-read', text, values: [author, zone] })).rows
}
