import type { Resource } from '../../domain/resource.ts'
import { answerVerb } from '../../domain/shapes/stages.ts'
import { placeholders, quote } from '../sql.ts'
import type { Reader } from '../reader.ts'
import { unseenSql } from './unread.ts'

/** Which of what somebody has sent is asked for: of one list by its path, and what is still open to answers or no more. */
export type SentAsked = {
  /** Such as `employee-7`, and the number in it. */
  person: string
  author: number
  list?: string | undefined
  isOpen?: boolean | undefined
  page: number
  perPage: number
}

export type SentRow = { resource: string; id: number; isUnread: boolean }

type Put = (value: unknown) => string

const partsOf = (resource: Resource, { person, author, list: path, isOpen }: SentAsked, put: Put): string[] =>
  (resource.inbox?.lists ?? []).flatMap((list) => {
    if (path !== undefined && list.path !== path) return []
    const state = `t.${quote(resource.stateField ?? '')}`
    const isAnswered = () => `${state} = any(${put(resource.verbs[answerVerb]?.from ?? [])}::text[])`
    const conditions = [
      `t.${quote(resource.author ?? '')} = ${put(author)}`,
      "t.status <> 'deleted'",
      ...Object.entries(list.where).map(([name, value]) => `t.${quote(name)} = ${put(value)}`),
      ...(isOpen === undefined ? [] : [isOpen ? isAnswered() : `not ${isAnswered()}`]),
    ]
    return `select '${resource.name}' as resource, t.id, t.created_at, ${unseenSql(resource, person, put)} as "isUnread"
      from ${quote(resource.name)} t where ${conditions.join(' and ')}`
  })

/** A page of all that somebody has sent, the newest first, with how much there is in all and how much of it they have not seen. */
export const sentBy = async (
  pool: Reader,
  resources: readonly Resource[],
  asked: SentAsked,
): Promise<{ rows: SentRow[]; total: number; unread: number }> => {
  const { values, put } = placeholders()
  const parts = resources.flatMap((resource) => partsOf(resource, asked, put))
  if (parts.length === 0) return { rows: [], total: 0, unread: 0 }
  const text = `with sent as (${parts.join(' union all ')})
    select page.*, counted.* from (select count(*)::integer as total, count(*) filter (where "isUnread")::integer as unread from sent) counted
    left join lateral (select resource, id, "isUnread" from sent order by created_at desc, resource, id desc
      limit ${put(asked.perPage)} offset ${put((asked.page - 1) * asked.perPage)}) page on true`
  const { rows } = await pool.query<SentRow & { id: number | null; total: number; unread: number }>({ text, values })
  return {
    rows: rows.flatMap(({ resource, id, isUnread }) => (id === null ? [] : [{ resource, id, isUnread }])),
    total: rows[0]?.total ?? 0,
    unread: rows[0]?.unread ?? 0,
  }
}
