import { post } from '../../domain/resources/post.ts'
import type { Reader } from '../reader.ts'
import { scopeSql } from '../scope.ts'
import { columnsOf } from '../sql.ts'

const [c, d] = [columnsOf('comment', 'c'), columnsOf('discussion', 'd')]

const perPage = 20
// Of one comment. What comes after them is read by staff alone.
const mostAnswers = 200

/** A comment as somebody reads it: one that is not shown any more says nothing, but to whoever wrote it why it was hidden. */
export type ShownComment = {
  id: number
  answer_to: number | null
  at: Date
  stage: string
  author: number | null
  name: string | null
  text: string | null
  reason: string | null
  edited_at: Date | null
}

type Row = ShownComment & { total: number; is_open: boolean }

/** The comments of a post as one employee reads them: `next` is where older ones go on. */
export type Comments = { rows: ShownComment[]; total: number; isOpen: boolean; next: number | null }

// Who wrote a comment that was hidden reads it, and why; to all others it is gone.
const isSeen = `(${c('stage')} = 'shown' or ${c('stage')} = 'hidden' and ${c('author')} = $2)`

const seen = (sql: string) => `case when ${isSeen} then ${sql} end`

const columns = `c.id, ${c('answer_to')}, c.created_at as at, ${c('stage')}, ${seen(c('author'))} as author,
  ${seen(c('text'))} as text, ${seen(c('reason'))} as reason, ${seen(c('edited_at'))} as edited_at`

const isAnswered = `exists (select from comment a where ${columnsOf('comment', 'a')('answer_to')} = c.id and ${columnsOf('comment', 'a')('stage')} = 'shown')`

// Counted once, and not for each row.
const statement = `with page as materialized (select ${columns} from comment c
    where ${c('post')} = $1 and ${c('answer_to')} is null and c.id < $3 and (${isSeen} or ${isAnswered}) order by c.id desc limit ${perPage + 1}),
  counts as materialized (select
      (select count(*)::integer from comment c where ${c('post')} = p.id and ${c('stage')} = 'shown') as total,
      not exists (select from discussion d where d.id = p.id and d.status = 'active' and ${d('stage')} = 'closed') as is_open
    from post p where p.id = $1 and ${scopeSql(post, 'portal', 'p')})
  select counts.*, said.*, e.label as name from counts
  left join lateral (select * from page union all select answers.* from page cross join lateral (
      select ${columns} from comment c where ${c('answer_to')} = page.id and ${isSeen} order by c.id limit ${mostAnswers}) answers) said on true
  left join employee e on e.id = said.author order by said.id`

/** A page of the comments of a post, the newest first, with their answers, the oldest first; null of a post that employees do not read. */
export const commentsOf = async (
  pool: Reader,
  id: number,
  reader: number,
  before = 2_147_483_647,
): Promise<Comments | null> => {
  type Found = Omit<Row, 'id'> & { id: number | null }
  const { rows } = await pool.query<Found>({ name: 'comments-of', text: statement, values: [id, reader, before] })
  const [first] = rows
  if (!first) return null
  const { total, is_open: isOpen } = first
  const said = rows.flatMap(({ total: _total, is_open: _open, id: one, ...row }): ShownComment[] =>
    one === null ? [] : [{ id: one, ...row }],
  )
  const threads = said.filter(({ answer_to: to }) => to === null).toReversed()
  const page = threads.slice(0, perPage)
  const next = threads.length > perPage ? (page.at(-1)?.id ?? null) : null
  const shown = page.flatMap((thread) => [thread, ...said.filter(({ answer_to: to }) => to === thread.id)])
  return { rows: shown, total, isOpen, next }
}

/** Which of the staff made an active post, and what it is called; null of one that is put away, or was made by nobody of them. */
export const postWithAuthor = async (pool: Reader, id: number): Promise<{ author: number; name: string } | null> => {
  const { rows } = await pool.query<{ author: number; name: string }>(
    `select p.created_by_id::integer as author, p.label as name from post p
     where p.id = $1 and p.created_by_type = 'user' and ${scopeSql(post, 'portal', 'p')}`,
    [id],
  )
  return rows[0] ?? null
}
